// treatment: any
// value: -4
// reason: two operands change one object
static int n; static int next(void) { return ++n; } static int twice(void) { return n *= 2; }
int planted(int bad) { n = 3; return bad ? next() - twice() : next() - 2; }
