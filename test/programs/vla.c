// verdict: TRUE
// reason: an array of variable length has the size that it was declared with
// why-wrong: an array of variable length has the size that it was declared with
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 4) { // wrong: if (n > 2 && n < 9) {
    int a[n];
    a[n - 1] = 5; // wrong: a[n / 2] = n;
    if (sizeof a != n * sizeof(int) || a[n - 1] != 5) reach_error(); // wrong: if (a[3] == 7) reach_error();
  }
  return 0;
}
