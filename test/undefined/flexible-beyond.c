// items: 62
// treatment: deref
// reason: a flexible array member without elements is written
#include <stdlib.h>
struct flex { int n; int items[]; };
int planted(int bad) { struct flex *p = malloc(sizeof *p + (bad ? 0 : sizeof(int))); p->items[0] = 4; int v = p->items[0]; free(p); return v; }
