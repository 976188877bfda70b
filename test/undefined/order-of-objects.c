// items: 53
// treatment: any
// value: 1
// reason: addresses of distinct objects are ordered
static int a, b;
int planted(int bad) { int *p = &a, *q = bad ? &b : &a + 1; return p < q; }
