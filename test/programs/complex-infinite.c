// verdict: TRUE
// reason: products with infinite factors are recovered as Annex G asks
// why-wrong: the recovered parts of a product have a sign
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  double inf = 1e300 * 1e10;
  _Complex double z, w;
  __real__ z = inf;
  __imag__ z = inf - inf;
  __real__ w = -2;
  __imag__ w = 3;
  _Complex double p = z * w;
  double re = __real__ p, im = __imag__ p;
  _Complex double zero = 0;
  _Complex double q = z * zero;
  if (re != -inf || im != inf || q == q) reach_error(); // wrong: if (re < 0 && x == 7) reach_error();
  return 0;
}
