// verdict: TRUE
// reason: the greatest element of a table is not exceeded by any
// not-proved-by: imc, ismc, dar, ai, ic3, predabs, impact
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int table[2500], most;
  unsigned i;
  for (i = 0; i < 2500; i++) table[i] = __VERIFIER_nondet_int();
  most = table[0];
  for (i = 1; i < 2500; i++)
    if (table[i] > most) most = table[i];
  for (i = 0; i < 2500; i++)
    if (table[i] > most) reach_error();
}
