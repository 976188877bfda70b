// items: 119
// treatment: argument
// reason: abs of the least int
#include <stdlib.h>
#include <limits.h>
int planted(int bad) { return abs(bad ? INT_MIN : -3) > 0; }
