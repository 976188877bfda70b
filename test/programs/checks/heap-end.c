// verdict: TRUE
// reason: the last element of a block
// why-wrong: one element behind a block
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(10 * sizeof(int));
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 9) return 0; // wrong: if (i < 0 || i > 10) return 0;
  p[i] = 3;
  free(p);
  return 0;
}
