// verdict: TRUE
// reason: an array of variable length has the size that it was declared with
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 4) {
    int a[n];
    a[n - 1] = 5;
    if (sizeof a != n * sizeof(int) || a[n - 1] != 5) reach_error();
  }
  return 0;
}
