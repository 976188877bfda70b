// verdict: TRUE
// reason: a guard keeps a product in range
// checks: overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < -60 || a > 60 || b < -1000 || b > 1000) return 0;
  return a * b == 7;
}
