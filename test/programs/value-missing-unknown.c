// verdict: UNKNOWN
// reason: nothing is known of a value that was not returned, and the call is undefined
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
static int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
}
int main(void) {
  int s = sign(__VERIFIER_nondet_int());
  if (s != s) reach_error();
  return 0;
}
