// verdict: FALSE
// reason: the elements of a new variable-length array have any value
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int n = 2;
  for (int i = 0; i < 2; i++) {
    int a[n][i + 1];
    if (i == 1 && a[1][1] == 77 && a[0][1] == 78) reach_error();
    a[1][0] = 1;
  }
}
