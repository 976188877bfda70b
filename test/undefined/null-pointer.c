// items: 43, 19
// treatment: deref
// reason: a null pointer is followed
int planted(int bad) { int x = 5; int *p = bad ? 0 : &x; return *p; }
