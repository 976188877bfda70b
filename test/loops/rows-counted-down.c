// verdict: TRUE
// proved-by: houdini
// Rows of eight cells, whose inner counter goes down: there are as many cells as the rows say.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), rows = 0;
  unsigned cells = 0, ink = 0;
  if (n < 0 || n > 5000) return 0;
  while (rows < n) {
    for (int left = 8; left > 0; left--) {
      cells++;
      ink += 3;
    }
    rows++;
  }
  if (cells != 8u * rows || ink != 3 * cells || rows != n) reach_error();
  return 0;
}
