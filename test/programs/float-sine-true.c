// verdict: TRUE
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
double sin(double), exp(double), log(double), pow(double, double), fabs(double);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (fabs(x) > 1e10 || x != x) return 0;
  double s = sin(x), e = exp(x);
  if (!(s >= -1.0 && s <= 1.0) || !(e >= 0.0)) reach_error();
  if (log(1.0) != 0.0 || exp(0.0) != 1.0 || pow(x, 0.0) != 1.0 || 1 / sin(-0.0) > 0) reach_error();
  return 0;
}
