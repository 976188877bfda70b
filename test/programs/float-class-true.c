// verdict: TRUE
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
int __isinf(double), __fpclassify(double), __fpclassifyf(float), __finite(double), __isnanf(float), isnan(double), isinf(double);
int __signbit(double);
static void check(int condition) {
  if (!condition) reach_error();
}
int main(void) {
  double inf = __builtin_inf(), none = __builtin_nan(""), x = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float();
  check(__isinf(-inf) == -1 && __builtin_isinf(-inf) != 0 && __builtin_isinf(inf) == 1 && __builtin_isinf_sign(-inf) == -1);
  check(__fpclassify(none) == 0 && __fpclassify(inf) == 1 && __fpclassify(-0.0) == 2 && __fpclassify(1e-310) == 3);
  check(__fpclassify(1.0) == 4 && __fpclassifyf((float)1e-40) == 3 && __finite(1.0) && !__finite(inf) && __isnanf(none));
  check(__builtin_fpclassify(10, 11, 12, 13, 14, x) >= 10);
  check(__builtin_isnormal(x) == (__builtin_fpclassify(0, 1, 4, 3, 2, x) == 4));
  check(!!isnan(x) == (x != x) && (!isinf(x) || x > 1e308 || x < -1e308));
  if (x < 0.0) check(__signbit(x) && __builtin_signbit(x));
  if (f == f && f > 0.0f) check(!__builtin_signbitf(f));
  check(!__builtin_isgreater(none, x) && !__builtin_islessequal(x, none) && __builtin_isunordered(x, none));
  check(__builtin_islessgreater(x, 1.0) == (x < 1.0 || x > 1.0));
  return 0;
}
