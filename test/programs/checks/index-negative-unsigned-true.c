// verdict: TRUE
// reason: an unsigned index of the size of pointers may be a negative number
// checks: deref
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  int a[8] = {0};
  int *p = a + 4;
  unsigned long i = __VERIFIER_nondet_ulong() % 4;
  p[-i] = 1;
  *(p - i) = 2;
  return p[i];
}
