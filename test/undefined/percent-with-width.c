// items: 161
// treatment: GCC
// value: 1
// reason: a width stands before %
#include <stdio.h>
int planted(int bad) { char s[16]; return bad ? snprintf(s, 16, "%5%") : snprintf(s, 16, "%%"); }
