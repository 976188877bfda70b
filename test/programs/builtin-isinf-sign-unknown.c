// verdict: UNKNOWN
// reason: __builtin_isinf
// GCC gives -1 for negative infinity where it computes the call itself, and 1 elsewhere.
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x < 0 && __builtin_isinf(x) == 1) reach_error();
}
