// verdict: FALSE
// reason: the right operand of a compound assignment keeps its width until the end
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}

int main(void) {
  signed char b = __VERIFIER_nondet_char();
  int wide = 257;
  b -= wide;
  if (b == 127) reach_error();
  return 0;
}
