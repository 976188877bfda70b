// verdict: FALSE
// found-by: bmc
// Tokens that move come back, but one is lost where c and d change in the same turn.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = n, b = 0, c = 0, d = 0;
  while (__VERIFIER_nondet_int()) {
    int choice = __VERIFIER_nondet_int();
    if (choice == 0 && a > 0) {
      a--;
      b++;
    } else if (choice == 1 && b > 0) {
      b--;
      c++;
    } else if (choice == 2 && c > 0) {
      c--;
      d++;
      if (c > 0) c--;
    }
  }
  if (a + b + c + d != n) reach_error();
  return 0;
}
