// items: 100
// treatment: overlap
// known: verify, check: sprintf has no check of its arguments, and a proof passes over it
// reason: sprintf prints what it writes
#include <stdio.h>
int planted(int bad) { char s[16] = "abc", t[16] = "abc"; sprintf(s, "%sx%s", t, bad ? s : t); return s[5]; }
