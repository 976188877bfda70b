// items: 109
// treatment: deref
// reason: memcpy gets a length below zero
#include <string.h>
int planted(int bad) { char a[8] = "abcdefg", b[8]; int n = bad ? -1 : 8; memcpy(b, a, n); return b[2]; }
