// verdict: TRUE
// reason: a variable keeps its value where a goto passes its declaration without leaving its block
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int turn = 0;
  int *p = 0;
again:
  if (turn == 2) goto past;
  int y;
  int z = 1;
past:
  if (turn == 2) {
    if (y != 5 || z != 1 || *p != 5) reach_error();
    return 0;
  }
  turn = __VERIFIER_nondet_int() ? 2 : 1;
  y = 5;
  p = &y;
  goto again;
}
