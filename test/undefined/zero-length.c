// items: 75
// treatment: gap
// value: 1
// reason: an array has no elements
int planted(int bad) { int n = bad ? 0 : 3; char a[n]; char *p = a; return p != 0; }
