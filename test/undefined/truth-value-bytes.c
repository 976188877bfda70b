// items: 12
// treatment: representation
// value: 2
// reason: a truth value has the byte 2
#include <string.h>
int planted(int bad) { _Bool b; unsigned char byte = bad ? 2 : 1; memcpy(&b, &byte, 1); return b + 0; }
