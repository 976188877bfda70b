// items: 163
// treatment: gap
// reason: snprintf would write more than INT_MAX characters
#include <stdio.h>
int planted(int bad) { char s[16]; return snprintf(s, 16, "%*d%*d", bad ? 2147483647 : 1, 1, bad ? 2147483647 : 1, 2); }
