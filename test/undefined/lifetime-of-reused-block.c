// items: 9
// treatment: deref
// reason: an object of a left block is read behind another block
int planted(int bad) { int *p, other = 3, r; { int inner = 3; p = bad ? &inner : &other; } { int inner[4] = { 7, 8, 9, 10 }; volatile int *q = inner; r = q[1]; } return *p + r; }
