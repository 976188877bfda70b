// verdict: FALSE
// reason: what lies behind the error does not matter
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  if (__VERIFIER_nondet_int() == 3) reach_error();
  __asm__ volatile("nop");
  return 0;
}
