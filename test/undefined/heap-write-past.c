// items: 47
// treatment: deref
// reason: the element behind a block is written
#include <stdlib.h>
int planted(int bad) { int *p = malloc(3 * sizeof *p), *q = malloc(3 * sizeof *q); q[0] = 7; p[bad ? 8 : 2] = 9; int v = q[0]; free(p); free(q); return v; }
