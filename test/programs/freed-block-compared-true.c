// verdict: TRUE
// reason: blocks that live together lie apart, whatever was freed before
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);

int main(void) {
  int on_stack;
  int *freed = malloc(4);
  free(freed);
  if (freed == &on_stack) reach_error();
  int *p = malloc(4), *q = malloc(4);
  if (p == 0 || q == 0) return 0;
  if (p == q) reach_error();
  free(p);
  if (q != q + 0) reach_error();
  free(q);
  return 0;
}
