// verdict: UNKNOWN
// checks: deref
// reason: a _Bool without a value may be no index
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int numbers[2] = {0, 0};
  _Bool truth;
  if (__VERIFIER_nondet_int()) truth = 1;
  return numbers[truth];
}
