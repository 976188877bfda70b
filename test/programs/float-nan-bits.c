// verdict: UNKNOWN
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  union {
    double d;
    unsigned long long bits;
  } u;
  double zero = __VERIFIER_nondet_double();
  if (zero != 0.0) return 0;
  u.d = zero / zero;
  // Set on x86, where an invalid operation's NaN is negative; C says nothing of it.
  if (!(u.bits >> 63)) reach_error();
  return 0;
}
