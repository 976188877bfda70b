// items: 149
// treatment: any
// value: 0
// reason: fflush of an input stream
#include <stdio.h>
int planted(int bad) { return fflush(bad ? stdin : stdout); }
