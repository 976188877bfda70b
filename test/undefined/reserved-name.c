// items: 106
// treatment: GCC
// value: 3
// reason: a program defines a reserved name
static int __own(int x) { return x + 1; }
int planted(int bad) { return __own(2); }
