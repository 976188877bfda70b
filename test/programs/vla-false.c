// verdict: FALSE
// reason: an array of variable length has the size that it was declared with
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 2 && n < 9) {
    int a[n];
    a[n / 2] = n;
    if (a[3] == 7) reach_error();
  }
  return 0;
}
