// verdict: TRUE
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
double frexp(double, int *), ldexp(double, int), modf(double, double *), nextafter(double, double), fmod(double, double);
double remainder(double, double), fdim(double, double), logb(double), fma(double, double, double), roundeven(double), rint(double);
float fminf(float, float), copysignf(float, float);
int ilogb(double);
long lround(double), lrint(double);
static void check(int condition) {
  if (!condition) reach_error();
}
int main(void) {
  int e;
  double whole;
  check(frexp(8.5, &e) == 0.53125 && e == 4);
  check(frexp(-4.9406564584124654e-324, &e) == -0.5 && e == -1073);
  check(frexp(-0.0, &e) == 0.0 && e == 0);
  check(ldexp(3.0, -1075) == 9.8813129168249309e-324 && ldexp(1.0, 5000) == 1.0 / 0.0 && ldexp(0.75, 3) == 6.0);
  check(modf(-3.75, &whole) == -0.75 && whole == -3.0);
  check(1 / modf(-3.0, &whole) < 0);
  check(nextafter(1.0, 2.0) == 1.0000000000000002 && nextafter(1.0, 0.0) == 0.99999999999999989);
  check(nextafter(0.0, -1.0) == -4.9406564584124654e-324);
  check(fmod(-5.5, 2.0) == -1.5 && fmod(5.5, -2.0) == 1.5 && 1 / fmod(-4.0, 2.0) < 0 && fmod(3.0, 1.0 / 0.0) == 3.0);
  check(remainder(5.0, 2.0) == 1.0 && remainder(7.0, 2.0) == -1.0 && remainder(-5.5, 2.0) == 0.5);
  check(fdim(3.0, 1.0) == 2.0 && fdim(1.0, 3.0) == 0.0);
  check(logb(0.375) == -2.0 && logb(4.9406564584124654e-324) == -1074.0 && logb(0.0) == -1.0 / 0.0);
  check(ilogb(8.5) == 3 && ilogb(0.0) == -2147483647 - 1);
  check(roundeven(2.5) == 2.0 && rint(3.5) == 4.0);
  check(lround(-2.5) == -3 && lrint(-2.5) == -2);
  check(fma(1.0 + 0x1p-30, 1.0 + 0x1p-30, -1.0) != (1.0 + 0x1p-30) * (1.0 + 0x1p-30) - 1.0);
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  check(x != x || y != y || (fminf(x, y) <= x && fminf(x, y) <= y));
  if (x > 1.0f) check(copysignf(x, -1.0f) == -x);
  return 0;
}
