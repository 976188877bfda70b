// verdict: TRUE
// checks: uninitialised
// reason: the variable is read only where it has a value
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int number, given = __VERIFIER_nondet_int() != 0;
  if (given) number = 1;
  if (given) return number;
  return given ? number : 0;
}
