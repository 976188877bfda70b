// verdict: TRUE
// proved-by: houdini
// An inner loop adds the outer counter's step as often as there are inner turns, and a third counter follows both.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  unsigned inner = 0, outer = 0, all = 0;
  if (n < 0 || n > 10000 || m < 0 || m > 100) return 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      inner++;
      all += 2;
    }
    outer += 5;
    all += 5;
  }
  if (all != 2 * inner + outer || outer != 5u * n) reach_error();
  return 0;
}
