// verdict: TRUE
// reason: a move within an array reads everything before it writes
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
extern void *memmove(void *, const void *, unsigned long);

int main(void) {
  unsigned char a[6] = {1, 2, 3, 4, 5, 6};
  unsigned n = __VERIFIER_nondet_uchar(), i = __VERIFIER_nondet_uchar();
  if (n > 5 || i >= n) return 0;
  memmove(a + 1, a, n);
  if (a[i + 1] != i + 1) reach_error();
  memmove(a, a + 1, n);
  if (a[i] != i + 1) reach_error();
  return 0;
}
