// verdict: TRUE
// reason: behind the check of a sum the sum does not wrap
// checks: overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0 || a > 2147483646) return 0;
  int b = a + 1;
  if (b <= a) return b * 2147483647;
  return 0;
}
