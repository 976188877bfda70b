// verdict: TRUE
// reason: each activation releases its block before the next one
// checks: memtrack
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
static int down(int n) {
  int *p = malloc(4);
  *p = n;
  int m = *p;
  free(p);
  return m <= 0 ? 0 : down(m - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n > 3 ? 0 : down(n);
}
