// verdict: TRUE
// reason: small unsigned operands are promoted to int before they are added
// why-wrong: small unsigned operands are promoted to int before they are added
extern unsigned char __VERIFIER_nondet_uchar(void); // wrong:
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned char x = 200, y = __VERIFIER_nondet_uchar(); // wrong: unsigned char x = 200, y = 100;
  if (y >= 56 && x + y < 256) reach_error(); // wrong: if (x + y == 300) reach_error();
  return 0;
}
