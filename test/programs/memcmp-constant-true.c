// verdict: TRUE
// reason: a constant number of bytes of a block of unknown size
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
extern int memcmp(const void *, const void *, unsigned long);
extern void *malloc(unsigned long);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 1000) return 0;
  int *block = malloc(n * sizeof(int));
  int key = 5;
  block[1] = 5;
  if (memcmp(block + 1, &key, sizeof key) != 0) reach_error();
  block[1] = 6;
  if (memcmp(&key, block + 1, sizeof key) >= 0) reach_error();
  return 0;
}
