// treatment: any
// value: 40
// reason: the right side changes the index of the left one
static int n, a[16]; static int next(void) { return ++n; }
int planted(int bad) { n = 3; a[bad ? n : 3] = next(); return a[3] * 10 + a[4]; }
