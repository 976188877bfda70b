// verdict: TRUE
// reason: steps of four and twelve
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int armed = 0;
  unsigned x = 8, step = 4;
  for (;;) {
    if (__VERIFIER_nondet_int()) x += step;
    if (__VERIFIER_nondet_int()) step = 12;
    if (armed && (x % 4)) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
