// verdict: TRUE
// reason: a block lies at a multiple of the alignment that was asked for
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
typedef unsigned long size_t;
extern void *aligned_alloc(size_t, size_t);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n != 32 && n != 64) return 0;
  char *a = aligned_alloc(n, 128);
  if ((size_t)a % n != 0) reach_error();
  return 0;
}
