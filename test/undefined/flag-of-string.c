// items: 157
// treatment: GCC
// value: 5
// reason: the flag 0 stands before s
#include <stdio.h>
int planted(int bad) { char s[16]; return bad ? snprintf(s, 16, "%05s", "a") : snprintf(s, 16, "%5s", "a"); }
