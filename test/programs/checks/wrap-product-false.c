// verdict: FALSE
// checks: wrap
// reason: the product of the two greatest factors is one too large
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned left = __VERIFIER_nondet_uint(), right = __VERIFIER_nondet_uint();
  if (left > 65536 || right > 65536) return 0;
  return left * right == 1;
}
