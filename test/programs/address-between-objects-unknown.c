// verdict: UNKNOWN
// reason: an integer that is the end of one object and the start of another may mean either
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int a[2], b[2];

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n != (unsigned long)(a + 2) || n != (unsigned long)b) return 0;
  int *p = (int *)n;
  p[-1] = 5;
  if (a[1] == 5) reach_error();
  return 0;
}
