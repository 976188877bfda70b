// verdict: FALSE
// reason: pointers keep their places when records go back and forth through arrays of bytes
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t), *memcpy(void *, const void *, size_t), *memset(void *, int, size_t);
extern int __VERIFIER_nondet_int(void);
struct item { char tag; int *p; short n; };
struct list { int count; struct item items[]; };
static int target[4] = { 3, 5, 7, 11 };
static struct item one;

int main(void) {
  int a = __VERIFIER_nondet_int();
  struct list *all = malloc(sizeof *all + 2 * sizeof(struct item));
  memset(all, 0, sizeof *all + 2 * sizeof(struct item));
  all->items[0].p = target + 3;
  all->items[0].n = 14;
  all->items[1].p = a ? target + (a & 1) : 0;
  unsigned char x[sizeof(struct item)], y[sizeof(struct item)];
  memcpy(x, &all->items[0], sizeof x);
  memcpy(&all->items[1], x, sizeof x);
  memcpy(y, &all->items[1], sizeof y);
  memcpy(&one, y, sizeof y);
  all->items[1] = one;
  memcpy(&all->items[0], y, sizeof y);
  if (*one.p != 11 || one.n == 14 || all->items[1].p != target + 3 || all->items[0].n != 14) reach_error();
  return 0;
}
