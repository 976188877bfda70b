// verdict: FALSE
// reason: plain char is signed on x86, also in character constants
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  char c = __VERIFIER_nondet_char();
  if (c < 0 && (unsigned char)c == 255) reach_error();
  return 0;
}
