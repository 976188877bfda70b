// verdict: FALSE
// reason: the loop goes on as long as the input says so, while a counter grows
// question: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned int x = 0;
  while (__VERIFIER_nondet_int()) x += 2;
  return x % 2;
}
