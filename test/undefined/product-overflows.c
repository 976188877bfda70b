// items: 36
// treatment: overflow
// reason: a product is beyond int
int planted(int bad) { short a = (short)(bad ? 32767 : 3); int v = a; return v * v * 3 > 0; }
