// treatment: any
// reason: qsort leaves the order of equal elements open
#include <stdlib.h>
struct pair { int key, tag; };
static int by_key(const void *p, const void *q) { return ((const struct pair *)p)->key - ((const struct pair *)q)->key; }
int planted(int bad) { struct pair a[3] = { { 2, 5 }, { 1, 6 }, { bad ? 1 : 3, 7 } }; qsort(a, 3, sizeof a[0], by_key); return a[0].tag; }
