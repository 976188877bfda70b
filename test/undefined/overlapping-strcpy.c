// items: 100
// treatment: overlap
// reason: strcpy moves a string within its array
#include <string.h>
int planted(int bad) { char s[16] = "abcdef", t[16] = "abc"; strcpy(s + 1, bad ? s : t); return s[3]; }
