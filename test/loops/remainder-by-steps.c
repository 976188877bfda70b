// verdict: TRUE
// proved-by: houdini
// Division by repeated subtraction: quotient and remainder make up the number.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned number = __VERIFIER_nondet_uint(), rest = number, quotient = 0;
  while (rest >= 13) {
    rest -= 13;
    quotient++;
  }
  if (rest >= 13 || 13 * quotient + rest != number) reach_error();
  return 0;
}
