// verdict: FALSE
// reason: the members of a union lie on each other
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}

int main(void) {
  union { double d; unsigned long l; unsigned char c[8]; } x;
  x.d = 1.0;
  x.c[6] = __VERIFIER_nondet_uchar();
  if (x.d == 1.5) reach_error();
  return 0;
}
