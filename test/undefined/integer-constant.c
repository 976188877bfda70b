// items: 145
// treatment: GCC
// value: 300
// reason: INT8_C of a number beyond its type
#include <stdint.h>
int planted(int bad) { return INT8_C(300); }
