// items: 178
// treatment: GCC
// value: 1
// reason: aligned_alloc gets a size that is no multiple
#include <stdlib.h>
int planted(int bad) { void *p = aligned_alloc(16, bad ? 17 : 32); int made = p != 0; free(p); return made; }
