// verdict: FALSE
// reason: differences of pointers count elements
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  short a[10], *p = a + __VERIFIER_nondet_uchar() % 10;
  if (p - a == 9) reach_error();
  return 0;
}
