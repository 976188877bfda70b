// verdict: TRUE
// reason: the greatest reading so far is at most the bound, as only such readings count
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float greatest = 0.0f;
  while (__VERIFIER_nondet_int()) {
    float reading = __VERIFIER_nondet_float();
    if (reading > greatest && reading <= 100.0f) greatest = reading;
    if (!(greatest <= 100.0f)) reach_error();
  }
}
