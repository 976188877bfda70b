// items: 181
// treatment: any
// value: 1
// reason: the new bytes of a block that was made smaller are used
#include <stdlib.h>
int planted(int bad) { char *p = malloc(8); p[6] = 0; p = realloc(p, bad ? 4 : 8); p = realloc(p, 8); int v = p[6]; free(p); return v == 0; }
