// items: 76
// treatment: GCC
// value: 4
// reason: two array types have other lengths
int planted(int bad) { int n = bad ? 4 : 3; static int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; int (*p)[n] = (void *)m; int (*q)[3] = p; return q[1][0]; }
