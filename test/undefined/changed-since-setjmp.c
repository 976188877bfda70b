// items: 127
// treatment: gap
// value: 2
// reason: a local changes between setjmp and longjmp
#include <setjmp.h>
static jmp_buf where;
int planted(int bad) { int v = 1; if (setjmp(where) == 0) { if (bad) v = 2; longjmp(where, 1); } return v; }
