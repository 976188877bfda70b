// verdict: UNKNOWN
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double big = __VERIFIER_nondet_double();
  if (big < 1e20) return 0;
  int i = big;
  if (i == -2147483647 - 1) reach_error();
  return 0;
}
