// items: 89
// treatment: GCC
// value: 0
// reason: a tentative definition with internal linkage has no length
static int some[];
int planted(int bad) { return bad ? some[0] : 0; }
static int some[2];
