// verdict: TRUE
// reason: a table is copied but for one element, which is chosen at the start
// not-proved-by: imc, ismc, dar, ai, ic3, predabs, impact
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int from[1500], to[1500];
  unsigned i, hole = (unsigned)__VERIFIER_nondet_int();
  for (i = 0; i < 1500; i++) from[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 1500; i++)
    if (i != hole) to[i] = from[i];
  for (i = 0; i < 1500; i++)
    if (i != hole && to[i] != from[i]) reach_error();
}
