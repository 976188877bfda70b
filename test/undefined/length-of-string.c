// items: 158
// treatment: GCC
// value: 3
// reason: a length modifier stands before s
#include <stdio.h>
int planted(int bad) { char s[16]; return bad ? snprintf(s, 16, "%hs", "abc") : snprintf(s, 16, "%s", "abc"); }
