// verdict: FALSE
// reason: the stride of a row is the run-time length
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int k = __VERIFIER_nondet_int();
  int n = 2, m = 3 + (k > 0);
  int a[n][m];
  a[0][3 - n] = 0;
  a[1][0] = 5;
  int *flat = (int *)a;
  if (flat[4] == 5 && sizeof a == 32) reach_error();
}
