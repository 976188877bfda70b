// items: 187
// treatment: deref
// contested: libraries do nothing
// reason: qsort of a null pointer and no elements
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int planted(int bad) { int a[1] = { 1 }; qsort(bad ? 0 : a, bad ? 0 : 1, sizeof *a, order); return a[0]; }
