// items: 183
// treatment: gap
// value: 4
// reason: longjmp leaves a function that runs at exit
#include <stdlib.h>
#include <setjmp.h>
static jmp_buf where; static int again;
static void last(void) { if (again) { again = 0; longjmp(where, 1); } }
int planted(int bad) { if (setjmp(where)) return 4; again = bad; atexit(last); if (bad) exit(0); return 3; }
