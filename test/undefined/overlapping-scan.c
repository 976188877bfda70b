// items: 100
// treatment: gap
// value: 97
// reason: sscanf reads what it writes
#include <stdio.h>
int planted(int bad) { char s[16] = "ab cd", t[16]; sscanf(s, "%s", bad ? s + 1 : t); return s[1]; }
