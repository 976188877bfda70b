// verdict: FALSE
// reason: __VERIFIER_nondet_memory gives what it is given any content
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = 0;
  __VERIFIER_nondet_memory(&x, sizeof x);
  if (x == 5) reach_error();
  return 0;
}
