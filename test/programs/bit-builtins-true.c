// verdict: TRUE
// reason: builtins that count and swap bits
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  unsigned swapped = __builtin_bswap32(x);
  int bits = __builtin_popcount(x);
  if ((swapped >> 24) != (x & 255) || (x == 0x10101 && bits != 3) || (x != 0 && x >> (31 - __builtin_clz(x)) != 1)) reach_error();
  return 0;
}
