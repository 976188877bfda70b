// verdict: TRUE
// reason: small unsigned operands are promoted to int before they are added
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned char x = 200, y = __VERIFIER_nondet_uchar();
  if (y >= 56 && x + y < 256) reach_error();
  return 0;
}
