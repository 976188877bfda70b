// verdict: FALSE
// checks: wrap
// reason: the sum of two unsigned inputs wraps around
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned left = __VERIFIER_nondet_uint(), right = __VERIFIER_nondet_uint();
  return left + right == 0;
}
