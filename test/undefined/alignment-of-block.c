// items: 178
// treatment: gap
// value: 1
// reason: aligned_alloc gets an alignment that is no power of two
#include <stdlib.h>
int planted(int bad) { void *p = aligned_alloc(bad ? 3 : 16, 48); free(p); return p != 0; }
