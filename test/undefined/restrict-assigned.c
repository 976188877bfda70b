// items: 69
// treatment: GCC
// value: 2
// reason: a restrict pointer gets the value of another one of its block
int planted(int bad) { int x = 0, y = 0; int *restrict p = &x; int *restrict q = bad ? p : &y; *p = 1; *q = 2; return *p; }
