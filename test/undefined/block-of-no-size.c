// items: 176
// treatment: deref
// reason: a block without bytes is written
#include <stdlib.h>
int planted(int bad) { char *p = malloc(bad ? 0 : 1); *p = 3; int v = *p; free(p); return v; }
