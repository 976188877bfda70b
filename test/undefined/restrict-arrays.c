// items: 68
// treatment: GCC
// value: 4
// reason: restrict arrays overlap
static void add(int n, int *restrict p, const int *restrict q) { for (int i = 0; i < n; i++) p[i] = q[i] + 1; }
int planted(int bad) { int a[4] = { 1, 2, 3, 4 }, b[4] = { 0 }; add(3, bad ? a + 1 : b, a); return a[3] + b[2]; }
