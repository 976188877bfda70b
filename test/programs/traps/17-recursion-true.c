// verdict: TRUE
// reason: recursion on an unknown argument has no bound
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

int count(int n) { return n <= 0 ? 0 : 1 + count(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_uint() & 3;
  if (count(n) != n) reach_error();
  return 0;
}
