// items: 110
// treatment: any
// reason: assert is called as a function
#include <assert.h>
#undef assert
void assert(int);
int planted(int bad) { if (bad) (assert)(1); return 3; }
