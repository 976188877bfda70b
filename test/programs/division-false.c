// verdict: FALSE
// reason: division truncates towards zero; conversion to _Bool asks for not zero
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0 && a % 4 == -3 && a / 4 == -2) reach_error();
  return 0;
}
