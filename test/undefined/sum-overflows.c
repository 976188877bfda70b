// items: 36
// treatment: overflow
// reason: a sum is beyond int
#include <limits.h>
int planted(int bad) { int v = bad ? INT_MAX : 3; return v + 1 > v; }
