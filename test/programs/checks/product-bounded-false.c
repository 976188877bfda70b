// verdict: FALSE
// reason: the factors are small, but not small enough
// checks: overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < -46340 || a > 46342 || b < 46340 || b > 46342) return 0;
  int c = a * b;
  return c > 0;
}
