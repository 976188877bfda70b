// items: 138
// treatment: GCC
// value: 4
// reason: a program has a static va_copy
static int va_copy(int x) { return x + 1; }
int planted(int bad) { return va_copy(3); }
