// items: 191
// treatment: deref
// reason: strlen leaves its array
#include <string.h>
int planted(int bad) { char a[4] = "abc"; if (bad) a[3] = 'd'; return (int)strlen(a); }
