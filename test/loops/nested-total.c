// verdict: TRUE
// proved-by: houdini
// Nested loops: the total is the inner count of every outer turn.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), total = 0, marks = 0;
  if (n < 0 || n > 10000) return 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 10; j++) total++;
    marks += 10;
  }
  if (total != marks || total != 10 * n) reach_error();
  return 0;
}
