// items: 10
// treatment: GCC
// value: 0
// reason: a pointer to a freed block is compared
#include <stdlib.h>
int planted(int bad) { int *p = malloc(sizeof *p), same; if (bad) free(p); same = p == 0; if (!bad) free(p); return same; }
