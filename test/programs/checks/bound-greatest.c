// verdict: FALSE
// reason: a loop up to the greatest value steps beyond it
// checks: overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int start = __VERIFIER_nondet_int();
  if (start < 2147483640) return 0;
  for (int i = start; i <= 2147483647; i++) if (i == 0) return 1;
  return 0;
}
