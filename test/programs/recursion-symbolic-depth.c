// verdict: TRUE
// reason: how deep a recursion goes may depend on an input
// why-wrong: how deep a recursion goes may depend on an input
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int f(int n) { return n <= 1 ? n : n + f(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 2 && n <= 4 && f(n) == 7) reach_error(); // wrong: if (n >= 2 && n <= 4 && f(n) == 6) reach_error();
  return 0;
}
