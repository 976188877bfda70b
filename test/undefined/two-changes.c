// items: 35
// treatment: sequence
// reason: an assignment and an increment change one object
int planted(int bad) { int i = 1, j = 1, *p = bad ? &i : &j; i = (*p)++ + 1; return i; }
