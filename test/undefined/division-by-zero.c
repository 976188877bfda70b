// items: 45
// treatment: division
// reason: an int is divided by zero
int planted(int bad) { int by = bad ? 0 : 2; return 6 / by; }
