// verdict: TRUE
// reason: a call through a pointer reaches each function that the pointer may hold
// why-wrong: a call through a pointer reaches each function that the pointer may hold
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
int g1(void) { return 1; }
int h2(void) { return 2; }

int main(void) {
  int (*f)(void) = __VERIFIER_nondet_int() ? g1 : h2;
  int r = f(); // wrong: if (f() == 2) reach_error();
  if (r != 1 && r != 2) reach_error(); // wrong:
  return 0;
}
