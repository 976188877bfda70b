// verdict: TRUE
// reason: a second table holds the signs of a first, and a flag stays set while this is checked
// not-proved-by: imc, ismc, dar, ai, ic3, predabs, impact
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int values[1500], signs[1500];
  int right = 1;
  for (unsigned i = 0; i < 1500; i++) values[i] = __VERIFIER_nondet_int();
  for (unsigned i = 0; i < 1500; i++) {
    if (values[i] < 0) signs[i] = -1;
    else signs[i] = 1;
  }
  for (unsigned i = 0; i < 1500; i++) {
    if (values[i] < 0 && signs[i] != -1) right = 0;
    if (values[i] >= 0 && signs[i] == -1) right = 0;
  }
  if (!right) reach_error();
}
