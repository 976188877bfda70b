// items: 77
// treatment: GCC
// value: 1
// reason: an array is shorter than its parameter says
static int third(int a[static 3]) { return a[0]; }
int planted(int bad) { int two[2] = { 1, 2 }, three[3] = { 1, 2, 3 }; return third(bad ? two : three); }
