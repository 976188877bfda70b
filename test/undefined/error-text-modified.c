// items: 184
// treatment: gap
// reason: the text of strerror is written
#include <string.h>
int planted(int bad) { char *s = strerror(2); if (bad) s[0] = 'x'; return s[0] == s[0]; }
