// verdict: FALSE
// reason: three times an unsigned index wraps around to one, so that another member than the first is read
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
struct triple { int x; int y; int z; } a[1000];

int main(void) {
  unsigned long i = __VERIFIER_nondet_ulong();
  unsigned long n = i + i + i;
  if (n > 2) return 0;
  int *p = (int *)a;
  p[n] = 7;
  if (a[0].y == 7) reach_error();
  return 0;
}
