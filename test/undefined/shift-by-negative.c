// items: 51
// treatment: shift
// reason: a count is negative
int planted(int bad) { int count = bad ? -1 : 1; return 4 >> count; }
