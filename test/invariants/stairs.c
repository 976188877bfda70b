// verdict: TRUE
// reason: each element is three more than the one before, whatever the first one is
// not-proved-by: imc, ismc, dar, ai, ic3, predabs, impact
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned step[900], i;
  step[0] = __VERIFIER_nondet_uint();
  for (i = 1; i < 900; i++) step[i] = step[i - 1] + 3;
  for (i = 1; i < 900; i++)
    if (step[i] - step[i - 1] != 3) reach_error();
}
