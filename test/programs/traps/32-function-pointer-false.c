// verdict: FALSE
// reason: a call through a pointer reaches every function that the pointer may hold
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int one(void) { return 1; }
int two(void) { return 2; }
int apply(int (*f)(void)) { return f(); }
int main(void) {
  int (*f)(void) = __VERIFIER_nondet_int() ? one : two;
  if (apply(f) == 2) reach_error();
  return 0;
}
