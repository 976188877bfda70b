// verdict: FALSE
// reason: the bytes of a block of any size, and no byte behind it
// checks: deref
void *malloc(unsigned long);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_nondet_memory(void *, unsigned long);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 5) return 0;
  unsigned char *block = malloc(n);
  __VERIFIER_nondet_memory(block, n + 1);
  return 0;
}
