// verdict: TRUE
// reason: a loop within a loop stays below the outer counter
// k-inductive: once inputs are eliminated from the error condition
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int armed = 0;
  unsigned i = 0, last = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned j = 0;
    while (j < i && __VERIFIER_nondet_int()) j++;
    last = j;
    if (__VERIFIER_nondet_int() && i < 1000) i++;
    if (armed && last > i) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
  return 0;
}
