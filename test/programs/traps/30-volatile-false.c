// verdict: FALSE
// reason: volatile is memory that nobody else changes: the rule here
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

volatile int shared;
int main(void) {
  shared = __VERIFIER_nondet_int();
  volatile int *p = &shared;
  *p += 1;
  if (shared == 8) reach_error();
  return 0;
}
