// verdict: TRUE
// reason: a block whose size is an input
// why-wrong: one element behind a block whose size is an input
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5) return 0;
  int *p = malloc(n * sizeof(int));
  for (unsigned i = 0; i < n; i++) p[i] = 3; // wrong: for (unsigned i = 0; i <= n; i++) p[i] = 3;
  free(p);
  return 0;
}
