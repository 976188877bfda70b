// verdict: TRUE
// reason: what is left to multiply and what was added make up the product
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned left = a, times = b, sum = 0;
  while (left != 0) {
    if (left % 2 == 1) sum += times;
    left /= 2;
    times *= 2;
  }
  if (sum != a * b) reach_error();
  return 0;
}
