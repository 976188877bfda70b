// verdict: FALSE
// reason: a shift count is taken in its own width
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 64 && 1ul << n == 0x8000000000ul) reach_error();
  return 0;
}
