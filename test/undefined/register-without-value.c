// items: 21
// treatment: uninitialised
// value: 0
// reason: a register variable without a value is used
int planted(int bad) { register int v; if (!bad) v = 2; return v == 2; }
