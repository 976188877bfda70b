// verdict: TRUE
// reason: the code behind a branch is reached whichever way it goes
// why-wrong: the code behind a branch is reached whichever way it goes
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int(), y;
  if (x > 0) y = 1; else if (x < 0) y = -1; else y = 0;
  if (y * x < 0 && x > -65536 && x < 65536) reach_error(); // wrong: reach_error();
  return 0;
}
