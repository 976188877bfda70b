// verdict: TRUE
// proved-by: houdini
// One counter goes up while the other goes down, in steps of two: their sum stays.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), low = 0, high;
  if (n < 0 || n > 100000 || n % 2 != 0) return 0;
  high = 2 * n;
  while (low < high) {
    low = low + 2;
    high = high - 2;
  }
  if (low != n || high != n) reach_error();
  return 0;
}
