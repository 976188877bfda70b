// verdict: TRUE
// reason: the _Bool is read only where it was assigned
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct answer { _Bool given, truth; };
int main(void) {
  struct answer answer;
  answer.given = __VERIFIER_nondet_int();
  if (answer.given) answer.truth = __VERIFIER_nondet_int();
  int number = answer.given ? answer.truth : 0;
  if (number > 1) reach_error();
  return 0;
}
