// items: 39
// treatment: gap
// value: 3
// reason: a parameter of type char is called without a prototype
static float scaled();
static int (*loose)();
static int low(char c) { return c; }
int planted(int bad) { loose = (int (*)())low; return loose(3); }
