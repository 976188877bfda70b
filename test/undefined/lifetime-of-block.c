// items: 9
// treatment: deref
// reason: an object of a block that was left is read
int planted(int bad) { int *p, outer = 3; { int inner = 3; p = bad ? &inner : &outer; } return *p; }
