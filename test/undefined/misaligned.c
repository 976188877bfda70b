// items: 25, 37
// treatment: alignment
// value: 1
// reason: an int is read at an odd address
#include <stdlib.h>
int planted(int bad) { static _Alignas(8) char bytes[16] = { 1, 1, 1, 1, 1, 1, 1, 1 }; int *p = (int *)(bytes + (bad ? 1 : 4)); return *p & 255; }
