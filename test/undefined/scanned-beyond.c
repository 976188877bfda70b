// items: 165
// treatment: gap
// value: 1
// reason: sscanf reads a number beyond int
#include <stdio.h>
int planted(int bad) { int v = 0; sscanf(bad ? "99999999999" : "99", "%d", &v); return v > 0; }
