// verdict: TRUE
// reason: the right operand of a compound assignment keeps its width until the end
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}

int main(void) {
  signed char b = 90;
  int wide = 512;
  b /= wide;
  if (b != 0) reach_error();
  unsigned char c = 3;
  c *= 1.5;
  if (c != 4) reach_error();
  unsigned char n = __VERIFIER_nondet_uchar(), m = n;
  m %= 300;
  if (m != n) reach_error();
  return 0;
}
