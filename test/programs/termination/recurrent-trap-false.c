// verdict: FALSE
// reason: an odd number stays odd, so that the loop goes on without the trap
// question: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  while (1) {
    if (x == 0) __builtin_trap();
    x -= 2;
  }
}
