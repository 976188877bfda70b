// items: 36
// treatment: overflow
// reason: the least int is negated
#include <limits.h>
int planted(int bad) { int v = bad ? INT_MIN : 3; return -v < 0; }
