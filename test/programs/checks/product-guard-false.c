// verdict: FALSE
// reason: the guard of a product is off by one
// checks: overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 46341 || b < 0 || b > 46341) return 0;
  return a * b == 7;
}
