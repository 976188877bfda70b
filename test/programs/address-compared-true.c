// verdict: TRUE
// reason: a pointer equals a number if both have the same address; no object lies at null, nor next to it
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int g, h;

static int is_error(const void *p) { return (unsigned long)p >= (unsigned long)-4095; }

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  int *p = (int *)n;
  if (p == &g && n != (unsigned long)&g) reach_error();
  if (p == &g && p == &h) reach_error();
  if (n == 0 && p != 0) reach_error();
  if (p == 0 && n != 0) reach_error();
  if (&g == (int *)16 || &g == (int *)-1L) reach_error();
  if (is_error(&g) || !is_error((void *)-12L)) reach_error();
  return 0;
}
