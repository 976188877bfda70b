// items: 45
// treatment: division
// reason: a compound assignment divides by zero
int planted(int bad) { long v = 9; long by = bad ? 0 : 3; v /= by; return (int)v; }
