// items: 44
// treatment: error
// reason: a pointer is converted to double
int main(void) { int x = 0; double d = (double)&x; return d > 0; }
