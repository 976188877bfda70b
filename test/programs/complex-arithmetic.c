// verdict: TRUE
// reason: complex numbers are added, multiplied and compared by parts
// why-wrong: a product of complex numbers is -3 + 4i
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static _Complex double square(_Complex double z) { return z * z; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  _Complex double z = 1 + 2.0i;
  _Complex double s = square(z) + 2;
  _Complex float f = ~z;
  __real__ f += 1;
  if (s != -1 + 4.0i || __real__ f != 2 || __imag__ f != -2) reach_error(); // wrong: if (s - 2 == -3 + 4.0i && x == 5) reach_error();
  return 0;
}
