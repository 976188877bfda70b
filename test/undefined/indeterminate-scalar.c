// items: 11, 21
// treatment: any
// value: 0
// reason: a local without a value is used
int planted(int bad) { int v; if (!bad) v = 3; return v & 1; }
