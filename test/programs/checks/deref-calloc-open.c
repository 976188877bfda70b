// verdict: UNKNOWN
// reason: the rules say of malloc and alloca that they never fail, but not of calloc
// checks: deref
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = calloc(1, sizeof *p);
  *p = __VERIFIER_nondet_int();
  free(p);
}
