// verdict: FALSE
// reason: the quotient keeps a part that vanishes where the ratio of the divisor's parts is zero
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  double _Complex a, b;
  __real__ a = 1e-100;
  __imag__ a = 1e300;
  __real__ b = 1e200;
  __imag__ b = 1e-200;
  double _Complex quotient = a / b;
  double real = __real__ quotient;
  if (real > 1.5e-300 && x == 7) reach_error();
  return 0;
}
