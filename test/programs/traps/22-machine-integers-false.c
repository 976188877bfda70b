// verdict: FALSE
// reason: a product of large numbers can be small
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 1000 && x * 8u < 8u) reach_error();
  return 0;
}
