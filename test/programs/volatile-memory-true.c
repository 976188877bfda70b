// verdict: TRUE
// reason: volatile is memory that nobody else changes: the rule here
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  volatile int v = __VERIFIER_nondet_int();
  if (v != v) reach_error();
  return 0;
}
