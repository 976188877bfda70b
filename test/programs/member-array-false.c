// verdict: FALSE
// reason: an unknown index into an array within a struct leads to its elements only, through a pointer too
typedef unsigned long size_t;
extern void *malloc(size_t);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

struct queue {
  struct queue *other;
  int items[6];
  unsigned char flags[3];
};

int main(void) {
  struct queue *q = malloc(sizeof *q), first = {0};
  struct queue *p = __VERIFIER_nondet_int() ? q : &first;
  q->other = &first;
  first.other = q;
  for (int i = 0; i < 6; i++) p->items[i] = i;
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= 6) return 0;
  p->items[k] = 9;
  p->flags[k % 3] = 1;
  if (p->items[k] + k == 13 || p->other->other != p || p->flags[k % 3] != 1) reach_error();
}
