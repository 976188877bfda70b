// verdict: TRUE
// reason: differences of pointers count elements
// why-wrong: differences of pointers count elements
// wrong: extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  short a[10], *p = a + 7, *q = &a[2]; // wrong: short a[10], *p = a + __VERIFIER_nondet_uchar() % 10;
  if (p - q != 5 || (char *)p - (char *)q != 10) reach_error(); // wrong: if (p - a == 9) reach_error();
  return 0;
}
