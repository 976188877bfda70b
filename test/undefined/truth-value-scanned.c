// items: 12
// treatment: representation
// value: 2
// reason: a truth value is scanned as a byte
#include <stdio.h>
int planted(int bad) { _Bool b = 0; sscanf(bad ? "2" : "1", "%hhd", (signed char *)&b); return b + 0; }
