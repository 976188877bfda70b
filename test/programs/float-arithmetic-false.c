// verdict: FALSE
// reason: floating-point arithmetic is IEEE 754
extern float __VERIFIER_nondet_float(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x != x) reach_error();
  return 0;
}
