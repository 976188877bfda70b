// verdict: TRUE
// reason: creal, cimag and conj take a number apart exactly
void reach_error(void) {}
double creal(double _Complex);
double cimag(double _Complex);
double _Complex conj(double _Complex);
float crealf(float _Complex);
float _Complex conjf(float _Complex);
double __VERIFIER_nondet_double(void);

int main(void) {
  double _Complex z;
  __real__ z = __VERIFIER_nondet_double();
  __imag__ z = __VERIFIER_nondet_double();
  if (creal(z) != __real__ z && __real__ z == __real__ z) reach_error();
  if (cimag(conj(z)) != -cimag(z) && cimag(z) == cimag(z)) reach_error();
  float _Complex f = conjf(2.0f + 3.0if);
  if (crealf(f) != 2.0f || f != 2.0f - 3.0if) reach_error();
  return 0;
}
