// verdict: FALSE
// reason: equal up to an unknown length
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
extern int memcmp(const void *, const void *, unsigned long);

int main(void) {
  short a[4] = {1, 2, 3, 4}, b[4] = {1, 2, 7, 4};
  unsigned n = __VERIFIER_nondet_uchar();
  if (n == 0 || n > sizeof a) return 0;
  if (memcmp(a, b, n) == 0) reach_error();
  return 0;
}
