// items: 11
// treatment: any
// value: 0
// reason: an element without a value is used
int planted(int bad) { int a[2]; a[0] = 3; if (!bad) a[1] = 4; return a[1] == 4; }
