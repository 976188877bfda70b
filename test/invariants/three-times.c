// verdict: TRUE
// reason: one counter is three times another, which is looked at now and then
// not-proved-by: imc, ismc, dar, ic3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int armed = 0;
  unsigned a = 0, b = 0;
  int fits = 1;
  for (;;) {
    if (__VERIFIER_nondet_int()) { a += 3; b++; }
    if (__VERIFIER_nondet_int()) fits = a == 3 * b;
    if (armed && (!fits)) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
