// verdict: TRUE
// reason: what one phase leaves the next one doubles
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int armed = 0;
  int phase = 0, x = 0;
  for (;;) {
    if (phase == 0 && __VERIFIER_nondet_int()) { x = 1; phase = 1; }
    else if (phase == 1 && __VERIFIER_nondet_int()) { x = 2 * x; phase = 2; }
    if (armed && (phase == 2 && x != 2)) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
