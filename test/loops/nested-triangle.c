// verdict: TRUE
// proved-by: houdini
// The inner loop runs up to the outer counter, whose bound it keeps.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, j = 0;
  if (n < 1 || n > 1000000) return 0;
  while (i < n) {
    j = 0;
    while (j < i) {
      if (j >= n) reach_error();
      j++;
    }
    if (j != i) reach_error();
    i++;
  }
  if (i != n) reach_error();
  return 0;
}
