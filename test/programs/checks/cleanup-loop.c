// verdict: FALSE
// reason: the loop keeps one of its blocks
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  for (int i = 0; i < 10; i++) {
    int *p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_int();
    if (*p != 77) free(p);
  }
  return 0;
}
