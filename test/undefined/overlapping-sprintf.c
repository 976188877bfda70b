// items: 100
// treatment: overlap
// reason: sprintf prints what it writes
#include <stdio.h>
int planted(int bad) { char s[16] = "abc", t[16] = "abc"; sprintf(s, "%sx%s", t, bad ? s : t); return s[5]; }
