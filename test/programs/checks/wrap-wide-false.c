// verdict: FALSE
// checks: wrap
// reason: a product of 64 bits wraps around
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long left = __VERIFIER_nondet_uint(), right = 0x100000001ul;
  unsigned long square = left * left;
  return square * right == 1;
}
