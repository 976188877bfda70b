// verdict: TRUE
// checks: deref
/* Bit-fields in blocks that have their units: behind them a block may end. */
extern void *malloc(unsigned long);
struct record {
  unsigned a : 3;
  unsigned b : 20;
  int behind[4];
};
struct pair {
  int first;
  struct record inner;
};
union either {
  unsigned short narrow : 5;
  long wide[2];
};
int main(void) {
  struct record *p = malloc(4);
  p->a = 1;
  p->b = p->a;
  struct pair *q = malloc(8);
  q->inner.b = 5;
  struct record *many = malloc(3 * sizeof *many);
  for (int i = 0; i < 3; i++) many[i].b = i;
  union either *u = malloc(2);
  u->narrow = 3;
  struct record local, *to = &local;
  to->a = 2;
  to->b = to->a;
  return many[2].b - 2 + u->narrow - 3;
}
