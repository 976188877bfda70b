// verdict: FALSE
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
float frexpf(float, int *), ldexpf(float, int), truncf(float);
int main(void) {
  float x = __VERIFIER_nondet_float();
  int e;
  float m = frexpf(x, &e);
  // A subnormal value.
  if (m == 0.625f && e == -130 && ldexpf(m, e) == x && truncf(x) == 0.0f) reach_error();
  return 0;
}
