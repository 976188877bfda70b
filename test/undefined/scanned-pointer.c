// items: 168
// treatment: gap
// value: 0
// reason: sscanf reads a pointer that nothing printed
#include <stdio.h>
int planted(int bad) { void *p = 0; if (bad) sscanf("0x1000", "%p", &p); return p == 0; }
