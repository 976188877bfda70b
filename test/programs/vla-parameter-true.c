// verdict: TRUE
// reason: parameters of variable-length array types are pointers with strides from other parameters, evaluated on entry
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int trace(int n, int a[n][n]) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += a[i][i];
  return sum;
}

static int last(int n, int m, int (*a)[m], int k) {
  m = 100;
  return a[n - 1][k] + (int)sizeof(a[0]);
}

static int counted(int n, int a[n++]) {
  a[0] = 4;
  return n;
}

int main(void) {
  int square[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  int k = __VERIFIER_nondet_int();
  square[1][1] = k;
  if (trace(3, square) - k != 10) reach_error();
  if (trace(2, (int(*)[2])square) != 5) reach_error();
  if (last(2, 4, (int(*)[4])square, 3) != 8 + 16) reach_error();
  if (counted(3, square[2]) != 4 || square[2][0] != 4) reach_error();
}
