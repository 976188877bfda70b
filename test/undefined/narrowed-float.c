// items: 18
// treatment: GCC
// value: 1
// reason: a double beyond float becomes infinity
int planted(int bad) { volatile double d = bad ? 1e300 : 1; float f = (float)d; return f > 1e30f; }
