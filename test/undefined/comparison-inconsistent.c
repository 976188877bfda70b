// items: 188
// treatment: any
// value: 3
// reason: the comparison of qsort contradicts itself
#include <stdlib.h>
static int change;
static int order(const void *a, const void *b) { return change ? 1 : *(const int *)a - *(const int *)b; }
int planted(int bad) { int a[3] = { 2, 1, 3 }; change = bad; qsort(a, 3, sizeof *a, order); return a[0]; }
