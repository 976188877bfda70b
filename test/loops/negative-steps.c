// verdict: TRUE
// proved-by: houdini
// A signed counter starts below zero and a mirror of it above: they stay opposite.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int start = __VERIFIER_nondet_int(), x, y;
  if (start < 0 || start > 30000) return 0;
  x = -start;
  y = start;
  while (x < start) {
    x += 1;
    y -= 1;
  }
  if (x + y != 0 || y != -start) reach_error();
  return 0;
}
