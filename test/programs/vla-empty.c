// verdict: UNKNOWN
// reason: an array of no elements is undefined, so that nothing is known of a write to it
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0) return 0;
  int a[n];
  a[0] = 1;
  if (a[0] == 1) reach_error();
}
