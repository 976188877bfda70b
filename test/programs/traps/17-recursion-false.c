// verdict: FALSE
// reason: recursion on an unknown argument has no bound
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int sum(int n) { return n <= 1 ? n : n + sum(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 3 && n <= 6 && sum(n) == 15) reach_error();
  return 0;
}
