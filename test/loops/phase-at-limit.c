// verdict: TRUE
// proved-by: houdini
// One loop with two phases: y stays until x has passed the limit, then keeps step with it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int(), x = 0, y = limit;
  if (limit < 0 || n < limit) return 0;
  while (x < n) {
    x = x + 1;
    if (x > limit) y = y + 1;
  }
  if (y != n) reach_error();
  return 0;
}
