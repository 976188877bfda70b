// verdict: TRUE
// reason: an object may have nearly as many bytes as there are addresses
// no-run: the interpreter cannot hold such an object
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
char a[0x7fffffffffffffffL - 600];

int main(void) {
  unsigned long i = __VERIFIER_nondet_ulong();
  if (i == 0 || i >= sizeof a / 2) return 0;
  a[i] = 1;
  char *p = a + i;
  if (*p != 1 || a[0] != 0) reach_error();
  return 0;
}
