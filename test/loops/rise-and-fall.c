// verdict: TRUE
// proved-by: houdini
// A height rises in the first half of the way and falls in the second.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  if (n < 1 || n > 100000) return 0;
  while (x < 2 * n) {
    if (x < n) y++;
    else y--;
    x++;
  }
  if (y != 0) reach_error();
  return 0;
}
