// verdict: FALSE
// checks: truncation
// reason: a comparison converts a negative number to unsigned
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int number = __VERIFIER_nondet_int();
  unsigned limit = 10;
  return number < limit;
}
