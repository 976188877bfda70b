// items: 103
// treatment: GCC
// value: 3
// reason: a library function has no declaration
int planted(int bad) { return abs(bad ? -3 : -2); }
