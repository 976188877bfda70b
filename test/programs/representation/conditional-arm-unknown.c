// verdict: UNKNOWN
// reason: the _Bool is read where it was not assigned
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct answer { _Bool given, truth; };
int main(void) {
  struct answer answer;
  answer.given = __VERIFIER_nondet_int();
  if (answer.given) answer.truth = __VERIFIER_nondet_int();
  int number = answer.given ? 0 : answer.truth;
  if (number > 1) reach_error();
  return 0;
}
