// items: 153
// treatment: argument
// value: 2
// reason: a format asks for more arguments
#include <stdio.h>
int planted(int bad) { char s[16]; return bad ? snprintf(s, 16, "%d%d", 1) : snprintf(s, 16, "%d%d", 1, 2); }
