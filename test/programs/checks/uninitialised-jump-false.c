// verdict: FALSE
// checks: uninitialised
// reason: the jump to the label passes over the initialiser
extern int __VERIFIER_nondet_int(void);
int main(void) {
  switch (__VERIFIER_nondet_int()) {
    int number = 1;
    case 1:
      return number;
  }
  return 0;
}
