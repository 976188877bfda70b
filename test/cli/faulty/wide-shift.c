// faults: 6 shift
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned bits = __VERIFIER_nondet_uint();
  if (bits > 32) return 0;
  unsigned mask = ~0u << bits;
  return mask == 0;
}
