// verdict: FALSE
// reason: short runs reach the error by a division by zero only, a longer one without
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int zero = __VERIFIER_nondet_int();
  if (zero != 0)
    return 0;
  int total = 0;
  for (int i = 0; i < 8; i++) {
    int input = __VERIFIER_nondet_int();
    if (input == 1)
      total += 5;
    if (input == 2 && 100 / zero == 4)
      reach_error();
  }
  if (total == 40)
    reach_error();
  return 0;
}
