// verdict: TRUE
// reason: the lock is free whenever both numbers differ (Ball, Rajamani, POPL 2002)
// k-inductive: once inputs are eliminated from the error condition
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned asked = 0, served = 0;
  int locked = 0;
  do {
    if (locked) reach_error();
    locked = 1;
    served = asked;
    if (__VERIFIER_nondet_int()) {
      locked = 0;
      asked++;
    }
  } while (asked != served);
  if (!locked) reach_error();
  return 0;
}
