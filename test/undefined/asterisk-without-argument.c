// items: 156
// treatment: argument
// value: 3
// reason: a format has a width without its argument
#include <stdio.h>
int planted(int bad) { char s[16]; return bad ? snprintf(s, 16, "%*d", 3) : snprintf(s, 16, "%*d", 3, 4); }
