// items: 12
// treatment: representation
// value: 2
// reason: a pointer to a truth value is copied as one to a byte
#include <string.h>
struct truth { _Bool *to; };
struct byte { unsigned char *to; };
int planted(int bad) { _Bool b = 0; struct truth t = { &b }; struct byte u; memcpy(&u, &t, sizeof u); *u.to = bad ? 2 : 1; return b + 0; }
