// items: 38
// treatment: gap
// value: -1607013940
// reason: a function without a prototype gets too few arguments
static int sum();
static int (*loose)() = sum;
static int sum(int a, int b) { return a + b; }
int planted(int bad) { return bad ? loose(4) : loose(4, 5); }
