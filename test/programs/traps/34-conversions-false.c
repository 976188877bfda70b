// verdict: FALSE
// reason: a conversion to a narrower type drops the upper bits
extern long __VERIFIER_nondet_long(void);
void reach_error(void) {}

int main(void) {
  long l = __VERIFIER_nondet_long();
  if (l > 4294967296 && (int)l == -3 && (short)l == -3) reach_error();
  return 0;
}
