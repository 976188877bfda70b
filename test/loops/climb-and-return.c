// verdict: TRUE
// proved-by: houdini
// A walk that turns round at the top, whose distance from both ends adds up, and that counts its steps.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), height = 0, left, steps = 0;
  if (n < 0 || n > 1000000) return 0;
  left = n;
  while (left > 0) {
    left--;
    height++;
    steps++;
  }
  while (height > 0) {
    height--;
    steps++;
  }
  if (steps != 2 * n) reach_error();
  return 0;
}
