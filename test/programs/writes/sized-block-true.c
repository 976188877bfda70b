// verdict: TRUE
// reason: the last byte of the block is one of its own
extern void reach_error(void);
extern void *malloc(unsigned long);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100 + 1;
  char *p = malloc(n), *q = malloc(8);
  if (!p || !q) return 0;
  q[0] = 0;
  p[n - 1] = 1;
  if (q[0] != 0) reach_error();
  return 0;
}
