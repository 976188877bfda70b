// items: 188
// treatment: gap
// value: 3
// reason: the comparison of qsort changes elements
#include <stdlib.h>
static int change;
static int order(const void *a, const void *b) { if (change) *(int *)a += 2; return *(const int *)a - *(const int *)b; }
int planted(int bad) { int a[3] = { 2, 1, 3 }; change = bad; qsort(a, 3, sizeof *a, order); return a[0]; }
