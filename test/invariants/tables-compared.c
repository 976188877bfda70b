// verdict: TRUE
// reason: a flag says that two tables are the same, and they are looked at again where it does
// not-proved-by: imc, ismc, dar, ai, ic3, predabs, impact
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int left[1500], right[1500];
  int same = 1;
  for (unsigned i = 0; i < 1500; i++) {
    left[i] = __VERIFIER_nondet_int();
    right[i] = __VERIFIER_nondet_int();
  }
  for (unsigned i = 0; i < 1500; i++)
    if (left[i] != right[i]) same = 0;
  if (!same) return 0;
  for (unsigned i = 0; i < 1500; i++)
    if (left[i] != right[i]) reach_error();
}
