// verdict: FALSE
// reason: a matrix filled through a parameter of variable-length array type
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static void fill(int n, int m, int a[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = 10 * i + j;
}

int main(void) {
  int n = 2, m = __VERIFIER_nondet_int();
  if (m < 2 || m > 3) return 0;
  int a[n][m];
  fill(n, m, a);
  if (((int *)a)[2] == 2 && a[1][2] == 12) reach_error();
}
