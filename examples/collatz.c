// Expected: UNKNOWN within any time limit: whether the loop always ends is an open question; no run of few steps fails.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), steps = 0;
  if (n == 0 || n > 1000000000UL) return 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  if (steps > 5000) reach_error();
  return 0;
}
