// verdict: FALSE
// reason: a matrix filled through a parameter of variable-length array type
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static void fill(int n, int m, int a[n][m]) {
  for (int i = 0; i < n; i++) a[i][m - 1] = 10 * i + m;
}

int main(void) {
  int n = 2, m = 2 + (__VERIFIER_nondet_int() > 0);
  int a[n][m];
  fill(n, m, a);
  if (((int *)a)[2] == 3 && a[1][2] == 13) reach_error();
}
