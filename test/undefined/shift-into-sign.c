// items: 52
// treatment: overflow
// reason: a shift reaches the sign bit
int planted(int bad) { int one = bad ? 1 : 0; return one << 31 < 0; }
