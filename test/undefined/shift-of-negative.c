// items: 52
// treatment: overflow
// reason: a negative value is shifted
int planted(int bad) { int v = bad ? -1 : 1; return v << 2; }
