// verdict: FALSE
// reason: an array of variable length has the size of its declaration
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 2 && n < 6) {
    short a[n + 1];
    a[n] = 1;
    a[0] = 2;
    if (sizeof a == 10 && a[n] + a[0] == 3) reach_error();
  }
  return 0;
}
