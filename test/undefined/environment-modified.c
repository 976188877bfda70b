// items: 184
// treatment: gap
// value: 1
// reason: the text of getenv is written
#include <stdlib.h>
int planted(int bad) { char *s = getenv("HOME"); if (!s) exit(0); if (bad) s[0] = 'x'; return s[0] == s[0]; }
