// verdict: UNKNOWN
// reason: a block may lie at a greater alignment than was asked for, or not
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
typedef unsigned long size_t;
extern void *aligned_alloc(size_t, size_t);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n != 32 && n != 64) return 0;
  char *a = aligned_alloc(n, 128);
  if (n == 32 && (size_t)a % 256 == 96) reach_error();
  return 0;
}
