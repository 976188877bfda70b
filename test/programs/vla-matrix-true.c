// verdict: TRUE
// reason: rows of a variable-length array of variable-length arrays lie one behind the other, as long as they were declared
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int k = __VERIFIER_nondet_int();
  int n = 2 + (k > 0), m = 3;
  int a[n][m][2];
  a[1][2][1] = 7;
  a[n - 1][0][0] = k;
  m = 9;
  int *flat = &a[0][0][0];
  if (n == 2 && (flat[6] != k || flat[11] != 7)) reach_error();
  if (n == 3 && (flat[12] != k || flat[11] != 7)) reach_error();
  if (sizeof a != n * 6 * sizeof(int) || sizeof a[0] != 24 || sizeof a[0][0] != 8) reach_error();
}
