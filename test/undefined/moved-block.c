// treatment: any
// value: 1
// reason: the old and the new pointer of realloc are compared
#include <stdlib.h>
int planted(int bad) { char *p = malloc(4), *q = p; p = realloc(p, bad ? 8 : 4); int same = p == q; free(p); return bad ? same : 1; }
