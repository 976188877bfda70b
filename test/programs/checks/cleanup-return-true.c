// verdict: TRUE
// reason: main releases the block on both ways
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(10);
  p[0] = 7;
  if (__VERIFIER_nondet_int() > 3) { free(p); return 1; }
  free(p);
  return 0;
}
