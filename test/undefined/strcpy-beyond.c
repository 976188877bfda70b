// items: 191, 109
// treatment: deref
// reason: strcpy writes beyond its array
#include <string.h>
int planted(int bad) { char a[4]; strcpy(a, bad ? "abcd" : "abc"); return a[0]; }
