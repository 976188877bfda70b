// items: 36
// treatment: overflow
// reason: the least int is divided by -1
#include <limits.h>
int planted(int bad) { volatile int v = bad ? INT_MIN : 8, by = -1; return v / by; }
