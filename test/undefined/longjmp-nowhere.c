// items: 126
// treatment: gap
// value: 3
// reason: longjmp goes to a call that has returned
#include <setjmp.h>
static jmp_buf where;
static int mark(void) { return setjmp(where); }
int planted(int bad) { if (!bad) return 2; if (mark() == 0) longjmp(where, 1); return 3; }
