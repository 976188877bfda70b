// verdict: TRUE
// reason: steps of one meet zero
// question: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  while (x != 0) x -= 1;
  return 0;
}
