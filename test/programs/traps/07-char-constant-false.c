// verdict: FALSE
// reason: plain char is signed
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}

int main(void) {
  char c = __VERIFIER_nondet_char();
  if (c == '\x90' && c < 0) reach_error();
  return 0;
}
