// items: 177
// treatment: deref
// reason: a freed block is written, and its place used again
#include <stdlib.h>
int planted(int bad) { int *p = malloc(sizeof *p); *p = 3; if (bad) free(p); int *q = malloc(sizeof *q); *q = 4; *p = 5; int v = *q; free(q); if (!bad) free(p); return v; }
