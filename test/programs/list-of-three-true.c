// verdict: TRUE
// reason: a list of objects on the heap
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
  struct L *h = 0;
  for_each(h);
  struct L *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = 0;
  a->v = 1;
  b->v = 2;
  if (for_each(a) != 3) reach_error();
  return 0;
}
