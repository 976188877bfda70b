// verdict: TRUE
// reason: the second change happens only where the first does not
// checks: sequence
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int() != 0, i = 0;
  int x = (c ? i++ : 0) + (c ? 0 : i++);
  return x;
}
