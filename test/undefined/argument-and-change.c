// items: 35
// treatment: sequence
// reason: one argument reads what the other increments
static int pair(int x, int y) { return x * 10 + y; }
int planted(int bad) { int i = 1, j = 1, *p = bad ? &i : &j; return pair(i, (*p)++); }
