// verdict: TRUE
// reason: an array of variable length has the size of its declaration
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 4) {
    int a[n];
    int declared = n;
    a[n - 1] = 5;
    n = 9;
    if (sizeof a != declared * sizeof(int) || a[declared - 1] != 5) reach_error();
  }
  return 0;
}
