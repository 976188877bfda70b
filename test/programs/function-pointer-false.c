// verdict: FALSE
// reason: a call through a pointer reaches each function that the pointer may hold
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
int g1(void) { return 1; }
int h2(void) { return 2; }

int main(void) {
  int (*f)(void) = __VERIFIER_nondet_int() ? g1 : h2;
  if (f() == 2) reach_error();
  return 0;
}
