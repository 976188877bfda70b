// items: 162
// treatment: gap
// value: 2
// reason: a format has an unknown conversion
#include <stdio.h>
int planted(int bad) { char s[16]; return bad ? snprintf(s, 16, "%y", 3) : snprintf(s, 16, "%d", 3); }
