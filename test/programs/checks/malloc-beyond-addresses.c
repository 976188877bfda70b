// verdict: TRUE
// reason: where allocations may fail, those beyond all addresses do
// why-wrong: the index wraps around in a block that every address space has room for
// checks: deref
// malloc: may fail
extern void *malloc(unsigned long);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  unsigned char *p = malloc(n);
  if (p == 0 || n == 0) return 0; // wrong: if (p == 0) return 0;
  // Twice a size below 2^47 does not wrap around.
  if (n * 2 > n) p[n - 1] = 1; else p[n] = 1; // wrong: p[n] = 1;
  return 0;
}
