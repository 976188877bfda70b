// items: 64
// treatment: gap
// value: 4
// reason: a local constant is written
int planted(int bad) { const int fixed = 3; int loose = 3; int *p = bad ? (int *)&fixed : &loose; *p = 4; return fixed; }
