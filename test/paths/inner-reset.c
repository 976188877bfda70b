// verdict: TRUE
// reason: the inner loop ends at the limit, and the outer one resets its counter
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned limit = __VERIFIER_nondet_uint(), tries = 0;
  while (__VERIFIER_nondet_int()) {
    if (tries > limit) reach_error();
    tries = 0;
    while (tries < limit && __VERIFIER_nondet_int()) tries++;
  }
}
