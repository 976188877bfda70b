// verdict: TRUE
// reason: a position stays between two ends that are any numbers
// not-proved-by: imc, ismc, dar
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low > high) return 0;
  int at = low, armed = 0;
  for (;;) {
    int move = __VERIFIER_nondet_int();
    if (move == 1 && at < high) at++;
    if (move == 2 && at > low) at--;
    if (armed && (at < low || at > high)) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
