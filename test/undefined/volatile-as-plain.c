// items: 65
// treatment: GCC
// value: 4
// reason: a volatile object is accessed as a plain one
int planted(int bad) { volatile int v = 3; int w = 3; int *p = bad ? (int *)&v : &w; *p = 4; return *p; }
