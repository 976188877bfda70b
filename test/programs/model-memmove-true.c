// verdict: TRUE
// reason: a move within a large array, by the model
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
extern void *memmove(void *, const void *, unsigned long);

short a[500];

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  a[0] = 1;
  a[1] = 2;
  if (n > 2) return 0;
  memmove(a + 1, a, n * sizeof *a);
  if (n == 2 && (a[1] != 1 || a[2] != 2)) reach_error();
  if (a[0] != 1 || a[3] != 0) reach_error();
  return 0;
}
