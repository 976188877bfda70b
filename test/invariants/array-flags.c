// verdict: TRUE
// reason: elements are zero or one
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned flags[4] = {0, 0, 0, 0}, seen = 0;
  int armed = 0;
  for (;;) {
    unsigned at = (unsigned)__VERIFIER_nondet_int() % 4;
    if (__VERIFIER_nondet_int()) flags[at] = 1;
    if (armed) seen = flags[at];
    if (seen > 1) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
