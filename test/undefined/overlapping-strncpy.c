// items: 100
// treatment: overlap
// reason: strncpy copies within one array
#include <string.h>
int planted(int bad) { char s[12] = "abcdefgh", t[12] = "xyz"; strncpy(s + 2, bad ? s : t, 4); return s[4]; }
