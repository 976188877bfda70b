// verdict: TRUE
// reason: a negative int becomes large when the other operand is unsigned
// why-wrong: a negative int becomes large when the other operand is unsigned
extern unsigned char __VERIFIER_nondet_uchar(void); // wrong:
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned one = 1;
  int minus = -__VERIFIER_nondet_uchar() - 2; // wrong: int minus = -2;
  if (minus + one < one) reach_error(); // wrong: if (minus + one > 0) reach_error();
  return 0;
}
