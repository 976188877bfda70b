// verdict: TRUE
// reason: no function runs at a signal that is ignored or ends the run
typedef void (*reaction)(int);
extern reaction signal(int, reaction);
extern int raise(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int n = __VERIFIER_nondet_int(), pipe = 13, abort = 6;
  signal(pipe, (reaction)1);
  signal(abort, (reaction)0);
  if (n > 3) raise(n == 7 ? pipe : abort);
  if (n == 2 && n > 3) reach_error();
  return 0;
}
