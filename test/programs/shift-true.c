// verdict: TRUE
// reason: right shifts of negative numbers keep the sign
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  signed char c = __VERIFIER_nondet_char();
  int t = (c - 48) >> 31;
  if (t != 0 && t != -1) reach_error();
  return 0;
}
