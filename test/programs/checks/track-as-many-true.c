// verdict: TRUE
// reason: two variables lead to the blocks of a loop, of which no more than two are live
// checks: memtrack
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int *newer = 0, *older = 0;
  unsigned n = __VERIFIER_nondet_uint() % 6;
  while (n != 0) {
    free(older);
    older = newer;
    newer = malloc(4);
    n = n % 2 == 0 ? n / 2 : n - 1;
  }
  free(older);
  free(newer);
  return 0;
}
