// verdict: TRUE
// reason: whatever a division by zero gives, the error is not reached
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    int quotient = 9 / __VERIFIER_nondet_int();
    sum += quotient & 3;
  }
  if (sum > 15)
    reach_error();
  return 0;
}
