// items: 124
// treatment: GCC
// value: 4
// reason: a program has a static setjmp
static int setjmp(int x) { return x + 1; }
int planted(int bad) { return setjmp(3); }
