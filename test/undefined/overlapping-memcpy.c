// items: 100
// treatment: overlap
// reason: memcpy copies within one array
#include <string.h>
int planted(int bad) { char s[8] = "abcdef"; memcpy(s + 1, bad ? s : s + 5, 3); return s[3]; }
