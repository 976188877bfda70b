// items: 56
// treatment: error
// reason: a call initialises a static object
int f(void); static int x = f(); int main(void) { return x; }
