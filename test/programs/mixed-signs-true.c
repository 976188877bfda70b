// verdict: TRUE
// reason: a negative int becomes large when the other operand is unsigned
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned one = 1;
  int minus = -__VERIFIER_nondet_uchar() - 2;
  if (minus + one < one) reach_error();
  return 0;
}
