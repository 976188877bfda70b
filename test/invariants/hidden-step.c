// verdict: TRUE
// reason: the step is even, so the sum is
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int armed = 0;
  unsigned x = 0, step = 2;
  for (;;) {
    if (__VERIFIER_nondet_int()) x += step;
    if (__VERIFIER_nondet_int()) step = 6;
    if (armed && (x % 2)) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
