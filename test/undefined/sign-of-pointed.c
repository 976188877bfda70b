// items: 74
// treatment: GCC
// value: 3
// reason: a pointer to int becomes one to unsigned
int planted(int bad) { int x = 3; unsigned *p = &x; return (int)*p + 0 * bad; }
