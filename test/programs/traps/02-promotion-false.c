// verdict: FALSE
// reason: an int beside an unsigned becomes unsigned
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  unsigned u = 2;
  int i = __VERIFIER_nondet_int();
  if (i < 0 && i + u > 0x80000000u) reach_error();
  return 0;
}
