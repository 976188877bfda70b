// verdict: FALSE
// found-by: bmc
// The counter passes an odd limit by one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > 1000) return 0;
  while (i < n) i = i + 2;
  if (i != n) reach_error();
  return 0;
}
