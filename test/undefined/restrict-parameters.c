// items: 68
// treatment: GCC
// value: 2
// reason: two restrict pointers lead to one object
static int both(int *restrict p, int *restrict q) { *p = 1; *q = 2; return *p; }
int planted(int bad) { int x = 0, y = 0; return both(&x, bad ? &x : &y); }
