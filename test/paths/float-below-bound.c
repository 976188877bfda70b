// verdict: TRUE
// reason: a step of at most one, made below 100, leads to 101 at most
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float sum = 0.0f;
  while (__VERIFIER_nondet_int()) {
    float step = __VERIFIER_nondet_float();
    if (step >= 0.0f && step <= 1.0f && sum < 100.0f) sum += step;
    if (!(sum <= 101.0f)) reach_error();
  }
}
