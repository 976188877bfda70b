// items: 192
// treatment: deref
// contested: libraries do nothing
// reason: memcpy of no bytes to a null pointer
#include <string.h>
int planted(int bad) { char a[4] = "abc"; char *p = bad ? 0 : a; memcpy(p, a, 0); return p == 0; }
