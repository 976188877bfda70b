// verdict: FALSE
// reason: no distance has 2^64 + 4 bytes, so that the pointer leads to no object, and not to p[1]
// checks: deref
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  int a[8] = {0};
  int *p = a;
  unsigned long i = __VERIFIER_nondet_ulong();
  if (i < (1ul << 62) || i > (1ul << 62) + 4) return 0;
  return p[i];
}
