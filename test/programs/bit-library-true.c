// verdict: TRUE
// reason: leading and trailing zeros, sign bits and swapped bytes
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int s = __VERIFIER_nondet_int();
  if (x != 0 && ((x >> __builtin_ctz(x)) % 2 != 1 || ((x << __builtin_clz(x)) >> 31) != 1)) reach_error();
  if (__builtin_ffs(s) != 0 && __builtin_ffs(s) != __builtin_ctz(s) + 1) reach_error();
  if (__builtin_clrsb(s) < 0 || __builtin_clrsb(s) > 31 || __builtin_clrsb(-1) != 31 || __builtin_clrsb(1) != 30) reach_error();
  if (__builtin_clrsb(s) != __builtin_clrsb(~s)) reach_error();
  if (__builtin_bswap32(__builtin_bswap32(x)) != x || __builtin_bswap16(0x1234) != 0x3412) reach_error();
  if (__builtin_parity(x) != __builtin_popcount(x) % 2) reach_error();
  return 0;
}
