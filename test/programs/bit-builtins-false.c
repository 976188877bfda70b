// verdict: FALSE
// reason: a number of three bits has a swapped byte
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  unsigned swapped = __builtin_bswap32(x);
  int bits = __builtin_popcount(x);
  if (bits == 3 && swapped == 0x07000000) reach_error();
  return 0;
}
