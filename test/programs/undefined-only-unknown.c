// verdict: UNKNOWN
// reason: the error is reached by a division by zero only, which is no run of the program
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int divisor = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    if (divisor > 0)
      divisor = -divisor;
  int quotient = 7 / divisor;
  if (quotient == 8)
    reach_error();
  return 0;
}
