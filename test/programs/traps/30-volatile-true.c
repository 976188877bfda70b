// verdict: TRUE
// reason: volatile is memory that nobody else changes: the rule here
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

volatile int shared;
int main(void) {
  volatile int v = __VERIFIER_nondet_int();
  if (v != v || v - v) reach_error();
  shared = 4;
  if (shared != 4) reach_error();
  return 0;
}
