// verdict: FALSE
// reason: one of the cases has no return, and the caller uses the value
// checks: unreachable
// native: no sanitiser of GCC reports this
extern int __VERIFIER_nondet_int(void);
static int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  return sign(x) == 0;
}
