// verdict: FALSE
// reason: an unknown float may be a NaN
extern float __VERIFIER_nondet_float(void);
void reach_error(void) {}

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x != x) reach_error();
  return 0;
}
