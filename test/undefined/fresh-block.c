// items: 180
// treatment: any
// value: 0
// reason: the content of a fresh block is used
#include <stdlib.h>
int planted(int bad) { int *p = malloc(sizeof *p); if (!bad) *p = 3; int v = *p; free(p); return v == 3; }
