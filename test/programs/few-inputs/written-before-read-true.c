// verdict: TRUE
// reason: an array of four small inputs is sorted; what it held before decides nothing
extern void abort(void);
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a[4];
  for (int i = 0; i < 4; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    if (a[i] > 6) abort();
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j + 1 < 4 - i; j++)
      if (a[j] > a[j + 1]) {
        unsigned char kept = a[j];
        a[j] = a[j + 1];
        a[j + 1] = kept;
      }
  for (int i = 0; i < 3; i++)
    if (a[i] > a[i + 1]) reach_error();
}
