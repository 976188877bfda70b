// verdict: TRUE
// checks: wrap
// reason: sums, differences and products are bounded
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned left = __VERIFIER_nondet_uint(), right = __VERIFIER_nondet_uint();
  if (left > 65535 || right > 65537) return 0;
  unsigned sum = left + right, product = left * right;
  unsigned difference = left > right ? left - right : right - left;
  return sum + difference > product;
}
