// verdict: UNKNOWN
// reason: a run in which the assumption of Clang's builtin is false is undefined, and anything may follow
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 10;
  __builtin_assume(n < 9);
  if (n == 9) reach_error();
  return 0;
}
