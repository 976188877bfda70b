// verdict: FALSE
// checks: uninitialised
// reason: one path to the read gives the variable no value
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int number;
  if (__VERIFIER_nondet_int()) number = 1;
  return number;
}
