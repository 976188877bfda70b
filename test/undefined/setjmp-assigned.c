// items: 125
// treatment: GCC
// value: 1
// reason: the result of setjmp is assigned
#include <setjmp.h>
static jmp_buf where;
int planted(int bad) { volatile int n = 0; int v = 0; if (bad) { v = setjmp(where); } else if (setjmp(where)) v = 1; if (n++ == 0) longjmp(where, 1); return v; }
