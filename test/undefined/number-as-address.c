// items: 19
// treatment: deref
// reason: a number that is no address of an object is followed
int planted(int bad) { int x = 5; int *p = bad ? (int *)64 : &x; return *p; }
