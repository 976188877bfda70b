// verdict: FALSE
// depth: 3
// twin-of: inner-reset.c
// reason: a sum that wraps around stays below the limit, whatever the step is
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned limit = __VERIFIER_nondet_uint(), tries = 0;
  while (__VERIFIER_nondet_int()) {
    tries = 0;
    while (tries < limit && __VERIFIER_nondet_int()) {
      unsigned step = __VERIFIER_nondet_uint();
      if (tries + step > limit) continue;
      if (step > limit) reach_error();
      tries += step;
    }
  }
}
