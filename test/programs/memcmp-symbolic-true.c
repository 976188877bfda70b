// verdict: TRUE
// reason: the sign of a comparison is that of the first bytes that differ
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
extern int memcmp(const void *, const void *, unsigned long);

int main(void) {
  unsigned a[3] = {1, 0x100, 3}, b[3] = {1, 0x1, 3};
  unsigned n = __VERIFIER_nondet_uchar();
  if (n > 12) return 0;
  int order = memcmp(a, b, n);
  if (n <= 4 && order != 0) reach_error();
  if (n > 4 && order >= 0) reach_error();
  if (memcmp(a, b, 0) != 0 || memcmp(a + 2, b + 2, 4) != 0) reach_error();
  return 0;
}
