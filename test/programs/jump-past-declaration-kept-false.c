// verdict: FALSE
// reason: a declaration that is reached again takes the value away; one that is passed does not
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int turn = 0, pass = 0;
again:
  if (pass) goto past;
  int y;
past:
  if (turn == 1) {
    if (y != 5) reach_error();
    return 0;
  }
  turn = 1;
  pass = __VERIFIER_nondet_int() != 0;
  y = 5;
  goto again;
}
