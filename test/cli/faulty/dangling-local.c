// faults: 11 deref
extern int __VERIFIER_nondet_int(void);
static int zero;
static int *choose(int n) {
  int local = n;
  int *chosen = &zero;
  if (n > 10) chosen = &local;
  return chosen;
}
int main(void) {
  return *choose(__VERIFIER_nondet_int());
}
