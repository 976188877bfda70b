// verdict: FALSE
// reason: a pointer in a block leads on
// externals: havoc
extern void reach_error(void);
void *malloc(unsigned long);
struct n { int *p; };
void f(struct n *);
int main(void) {
  int v = 1;
  struct n *n = malloc(sizeof *n);
  n->p = &v;
  f(n);
  if (v == 8) reach_error();
  return 0;
}
