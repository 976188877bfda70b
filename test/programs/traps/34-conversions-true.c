// verdict: TRUE
// reason: division truncates, _Bool asks for not zero, wider types extend by the old sign
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  _Bool b = (_Bool)0.25, c = 256;
  if (b != 1 || c != 1) reach_error();
  if (-9 / 2 != -4 || -9 % 2 != -1 || 9 / -2 != -4 || 9 % -2 != 1) reach_error();
  unsigned long u = (unsigned)-1L;
  if (u != 4294967295ul) reach_error();
  long l = (int)0x80000000u;
  if (l >= 0 || (unsigned long)l != 0xffffffff80000000ul) reach_error();
  int n = __VERIFIER_nondet_int();
  if (n != -2147483647 - 1 && n / 2 * 2 + n % 2 != n) reach_error();
  return 0;
}
