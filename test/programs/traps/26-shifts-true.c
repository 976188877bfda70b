// verdict: TRUE
// reason: right shifts of negative numbers keep the sign; counts below the width lose nothing
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}

int main(void) {
  signed char c = __VERIFIER_nondet_char();
  int t = (c - 20) >> 31;
  if (t != 0 && t != -1) reach_error();
  if (-7 >> 1 != -4 || (unsigned)-8 >> 29 != 7) reach_error();
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 32 && 1u << n >> n != 1) reach_error();
  unsigned char s = 0x81;
  if (s << 1 != 0x102) reach_error();
  return 0;
}
