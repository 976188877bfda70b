// items: 109
// treatment: deref
// reason: memset gets an array that is too short
#include <string.h>
int planted(int bad) { char a[4]; memset(a, 1, bad ? 5 : 4); return a[3]; }
