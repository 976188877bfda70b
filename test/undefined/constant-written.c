// items: 64
// treatment: gap
// reason: a static constant is written
static const int fixed = 3; static int loose = 3;
int planted(int bad) { int *p = bad ? (int *)&fixed : &loose; *p = 4; return fixed; }
