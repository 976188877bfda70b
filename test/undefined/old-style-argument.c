// items: 40
// treatment: gap
// value: -1957446343
// reason: an old-style function gets an argument of another type
static int (*loose)();
static int old(a, b) int a; long b; { return a + (int)b; }
int planted(int bad) { loose = (int (*)())old; return bad ? loose(1, 2.0) : loose(1, 2L); }
