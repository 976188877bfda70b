// items: 75
// treatment: gap
// value: 1
// reason: an array of a negative length is filled
int planted(int bad) { int n = bad ? -1 : 8; char a[n]; for (int i = 0; i < 8; i++) a[i] = 1; return a[5]; }
