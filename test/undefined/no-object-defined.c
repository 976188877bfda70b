// items: 84
// treatment: any
// reason: an object has no definition
extern int absent;
int planted(int bad) { return bad ? absent == 3 : 1; }
