// items: 177, 9
// treatment: deref
// reason: a freed block is read
#include <stdlib.h>
int planted(int bad) { int *p = malloc(sizeof *p); *p = 3; if (bad) free(p); int v = *p; if (!bad) free(p); return v; }
