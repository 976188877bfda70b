// items: 159
// treatment: deref
// reason: %s gets a text without an end
#include <stdio.h>
int planted(int bad) { char s[16], t[3] = { 'a', 'b', 0 }; if (bad) t[2] = 'c'; return snprintf(s, 16, "%s", t); }
