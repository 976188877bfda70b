// verdict: TRUE
// proved-by: houdini
// The counter ends at its limit exactly: i <= n holds in every turn.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, steps = 0;
  if (n < 0) return 0;
  while (i < n) {
    i = i + 1;
    steps = steps + 1;
  }
  if (i != n || steps != n) reach_error();
  return 0;
}
