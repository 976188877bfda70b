// items: 9
// treatment: deref
// known: verify: blocks end no lives unless accesses are asked about
// reason: an object of a block that was left is read
int planted(int bad) { int *p, outer = 3; { int inner = 3; p = bad ? &inner : &outer; } return *p; }
