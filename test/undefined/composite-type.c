// items: 16
// treatment: gap
// value: 2
// reason: a length that was not computed gives a type its size
static int zero(void) { return 0; }
static int (*rows(int n))[3] { static int r[2][3] = { { 1, 2, 3 } }; return r + n * 0; }
int planted(int bad) { int n = bad ? 3 : 3; return (bad ? (int (*)[])rows(0) : (int (*)[n + zero()])rows(0))[0][1]; }
