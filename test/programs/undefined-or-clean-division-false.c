// verdict: FALSE
// reason: a division by zero could give any value, but another divisor leads to the error as well
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int divisor = __VERIFIER_nondet_int();
  int quotient = 1000 / divisor;
  if (quotient == 37)
    reach_error();
  return 0;
}
