// treatment: any
// value: 48
// reason: two values of an initialiser change one object
static int n; static int next(void) { return ++n; } static int twice(void) { return n *= 2; }
int planted(int bad) { n = 3; int a[2] = { next(), bad ? twice() : 2 }; return a[0] * 10 + a[1]; }
