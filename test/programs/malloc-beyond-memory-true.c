// verdict: TRUE
// reason: a size that overflows is no small size, and sizes that every machine has do not fail
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  if (calloc(1UL << 62, 8)) reach_error();
  unsigned long count = __VERIFIER_nondet_ulong();
  void *items = calloc(count, 16);
  if (count > 1UL << 50 && items) reach_error();
  if (count < 1000 && !items) reach_error();
  void *bytes = malloc(count);
  if ((long)count < 0 && bytes) reach_error();
  return 0;
}
