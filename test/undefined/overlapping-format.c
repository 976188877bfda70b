// items: 100
// treatment: gap
// value: 120
// reason: sprintf prints what it writes, by a format that is computed
#include <stdio.h>
int planted(int bad) { char s[16] = "abc", t[16] = "abc"; const char *formats[2] = { "%s", "x%s" }; sprintf(s, formats[bad & 1], bad ? s : t); return s[1]; }
