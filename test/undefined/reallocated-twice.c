// items: 179
// treatment: free
// reason: realloc gets a pointer whose block it has moved before
#include <stdlib.h>
int planted(int bad) { char *p = malloc(8), *q = p == 0 ? 0 : realloc(p, 99); if (q == 0) return 0; q = realloc(bad ? p : q, 20); free(q); return 3; }
