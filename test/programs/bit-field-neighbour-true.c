// verdict: TRUE
// reason: writing one bit-field leaves its neighbours alone
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  struct B { unsigned char a : 1, b : 1, c : 6; } s = {0};
  s.c = __VERIFIER_nondet_uchar();
  s.b = 1;
  if (s.a || !s.b) reach_error();
  return 0;
}
