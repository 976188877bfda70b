// items: 166
// treatment: deref
// reason: sscanf reads a text that is too long
#include <stdio.h>
int planted(int bad) { char a[4]; sscanf(bad ? "abcdefgh" : "abc", "%s", a); return a[0]; }
