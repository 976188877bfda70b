// items: 47, 49
// treatment: deref
// reason: an element behind a local array is written
int planted(int bad) { int a[2] = { 1, 2 }, b[2] = { 3, 4 }; volatile int i = bad ? 3 : 1; a[i] = 9; return b[0] * 10 + b[1] + a[0]; }
