// treatment: any
// value: 76
// reason: two arguments change one object
static int n; static int next(void) { return ++n; } static int twice(void) { return n *= 2; }
static int pair(int a, int b) { return a * 10 + b; }
int planted(int bad) { n = 3; return bad ? pair(next(), twice()) : pair(next(), 2); }
