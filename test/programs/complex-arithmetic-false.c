// verdict: FALSE
// reason: a product of complex numbers is -3 + 4i
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static _Complex double square(_Complex double z) { return z * z; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  _Complex double z = 1 + 2.0i;
  _Complex double s = square(z) + 2;
  _Complex float f = ~z;
  __real__ f += 1;
  if (s - 2 == -3 + 4.0i && x == 5) reach_error();
  return 0;
}
