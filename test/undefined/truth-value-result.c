// items: 12
// treatment: representation
// value: 2
// reason: the result of a copy leads to a truth value, and is taken for a pointer to bytes
#include <string.h>
int planted(int bad) { _Bool b = 1, c = 0; unsigned char *p = (unsigned char *)memcpy(&b, &c, sizeof b); *p = bad ? 2 : 1; return b + 0; }
