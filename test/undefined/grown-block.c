// items: 181
// treatment: any
// value: 1
// reason: the new bytes of a grown block are used
#include <stdlib.h>
int planted(int bad) { char *p = calloc(4, 1); p = realloc(p, 8); if (!bad) p[6] = 0; int v = p[6]; free(p); return v == 0; }
