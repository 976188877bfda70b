// verdict: FALSE
// found-by: bmc
// The second phase begins one turn too late.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int(), x = 0, y = limit;
  if (limit < 0 || n < limit) return 0;
  while (x < n) {
    if (x > limit) y = y + 1;
    x = x + 1;
  }
  if (y != n) reach_error();
  return 0;
}
