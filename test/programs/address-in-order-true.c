// verdict: TRUE
// reason: the order of a pointer and a number is that of addresses
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int a[4];

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  int *p = (int *)n;
  if (p == &a[1] && p != (int *)((unsigned long)a + 4)) reach_error();
  if (p > &a[1] && n <= (unsigned long)a) reach_error();
  return 0;
}
