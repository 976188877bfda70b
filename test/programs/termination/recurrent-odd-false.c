// verdict: FALSE
// reason: an odd number stays odd, so that the loop never ends; the word takes far too many values to see one again
// question: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  while (x != 0) x -= 2;
  return 0;
}
