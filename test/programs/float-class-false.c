// verdict: FALSE
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int __fpclassifyf(float);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (__fpclassifyf(x) == 3 && x < 0.0f && -x > 0x1.fffffp-127f) reach_error();
  return 0;
}
