// verdict: TRUE
// proved-by: houdini
// Up and down meet after n turns: down is up and what is left of n, three times.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), up = 0, down;
  if (n <= 0 || n > 1000000) return 0;
  down = 3 * n;
  while (n > 0) {
    up = up + 1;
    down = down - 2;
    n = n - 1;
  }
  if (up != down) reach_error();
  return 0;
}
