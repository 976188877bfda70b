// verdict: FALSE
// reason: a bound is no assumption: an error behind many rounds counts
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}

int main(void) {
  unsigned i = 0, n = __VERIFIER_nondet_uchar();
  while (i < 300) i++;
  if (i == 300 && n == 9) reach_error();
  return 0;
}
