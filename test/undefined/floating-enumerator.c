// items: 55
// treatment: error
// reason: an enumerator has a floating value
int f(void); enum { A = 1.5 }; int main(void) { return A; }
