// items: 84
// treatment: any
// reason: a function has no definition
extern int missing(int);
int planted(int bad) { return bad ? missing(3) == missing(3) : 1; }
