// verdict: TRUE
// proved-by: poly
// A product made by repeated addition.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), left = b, product = 0;
  while (left > 0) {
    product += a;
    left--;
  }
  if (product != a * b) reach_error();
  return 0;
}
