// verdict: FALSE
// reason: conj negates the imaginary part
void reach_error(void) {}
double cimag(double _Complex);
double _Complex conj(double _Complex);
double __VERIFIER_nondet_double(void);

int main(void) {
  double _Complex z;
  __real__ z = 1.0;
  __imag__ z = __VERIFIER_nondet_double();
  if (cimag(conj(z)) == 5.0 && cimag(z) < 0.0) reach_error();
  return 0;
}
