// verdict: TRUE
// reason: posix_memalign gives an aligned block, or says what is wrong
// why-wrong: posix_memalign gives an aligned block, or says what is wrong
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
typedef unsigned long size_t;
extern int posix_memalign(void **, size_t, size_t);

int main(void) {
  void *d = 0;
  if (posix_memalign(&d, 24, 10) != 22 || d != 0) reach_error();
  if (posix_memalign(&d, (1UL << 32) + 8, 1) != 22) reach_error(); // wrong:
  if (posix_memalign(&d, 64, 10) != 0) reach_error();
  ((char *)d)[9] = 1;
  if ((size_t)d % 64 != 0 || ((char *)d)[9] != 1) reach_error(); // wrong: if ((size_t)d % 64 != 0 || ((char *)d)[9] == 1) reach_error();
  return 0;
}
