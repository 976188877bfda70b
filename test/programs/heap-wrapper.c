// verdict: TRUE
// reason: the type of a block is what its pointer becomes, also behind a function
// why-wrong: the type of a block is what its pointer becomes, also behind a function
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

struct pair {
  int a;
  char b;
};

static void *allocate(unsigned long size) {
  void *block = malloc(size);
  if (!block) abort();
  return block;
}

int main(void) {
  struct pair *p = allocate(sizeof *p);
  long *q = allocate(2 * sizeof *q);
  p->a = __VERIFIER_nondet_int();
  p->b = 1;
  q[1] = p->a;
  if (q[1] != p->a || p->b != 1) reach_error(); // wrong: if (q[1] == p->a || p->b != 1) reach_error();
}
