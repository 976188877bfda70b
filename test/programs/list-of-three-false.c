// verdict: FALSE
// reason: a list of objects on the heap
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
extern void *malloc(unsigned long);
struct L { int v; struct L *next; };
int for_each(struct L *p) {
  int s = 0;
  while (p) {
    s += p->v;
    p = p->next;
  }
  return s;
}

int main(void) {
  struct L *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = a;
  b->v = __VERIFIER_nondet_int();
  if (a->next->next->next->v == 9) reach_error();
  return 0;
}
