// verdict: FALSE
// depth: 1
// twin-of: float-below-bound.c
// reason: the first turn of the loop may add a step that is no number
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float sum = 0.0f;
  while (__VERIFIER_nondet_int()) {
    float step = __VERIFIER_nondet_float();
    if (!(step < 0.0f) && !(step > 1.0f) && sum < 100.0f) sum += step;
    if (!(sum <= 101.0f)) reach_error();
  }
}
