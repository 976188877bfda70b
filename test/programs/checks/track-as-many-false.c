// verdict: FALSE
// reason: two variables lead to one block, and the other one is lost
// checks: memtrack
extern void *malloc(unsigned long);
extern void free(void *);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int *newer = 0, *older = 0;
  while (__VERIFIER_nondet_bool()) {
    free(older);
    older = newer;
    newer = malloc(4);
    if (__VERIFIER_nondet_bool()) older = newer;
  }
  if (older != newer) free(older);
  free(newer);
  return 0;
}
