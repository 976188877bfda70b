// verdict: UNKNOWN
// reason: no machine has room for every alignment, and one that is no power of two may be refused
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
typedef unsigned long size_t;
void *aligned_alloc(size_t alignment, size_t size);
int main(void) {
  void *block = __VERIFIER_nondet_uint() ? aligned_alloc(1UL << 62, 64) : aligned_alloc(24, 48);
  if (block == 0) reach_error();
  return 0;
}
