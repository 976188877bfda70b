// verdict: FALSE
// checks: wrap
// reason: the negation of an unsigned number other than 0 wraps around
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned number = __VERIFIER_nondet_uint();
  return -number == 1;
}
