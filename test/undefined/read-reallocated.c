// items: 177
// treatment: deref
// reason: the old place of realloc is read
#include <stdlib.h>
int planted(int bad) { int *p = malloc(4), *q; *p = 3; q = realloc(p, 400); int v = bad ? *p : *q; free(q); return v; }
