// items: 88
// treatment: unreachable
// value: 1
// reason: the value of a call that returned none is used
static int value(int bad) { if (!bad) return 3; }
int planted(int bad) { return value(bad); }
