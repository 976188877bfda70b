// items: 160
// treatment: gap
// value: 2
// reason: a width stands before n
#include <stdio.h>
int planted(int bad) { char s[16]; int n = 0; if (bad) snprintf(s, 16, "ab%5n", &n); else snprintf(s, 16, "ab%n", &n); return n; }
