// items: 85
// treatment: GCC
// value: 3
// reason: parameters of an old-style function have no declarations
static int old(a, b) { return a + b; }
int planted(int bad) { return old(1, 2) + 0 * bad; }
