// items: 189
// treatment: GCC
// value: 0
// reason: bsearch gets an array out of order
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int planted(int bad) { int a[3] = { 1, 2, 3 }, key = 3; if (bad) a[1] = 9; return bsearch(&key, a, 3, sizeof *a, order) != 0; }
