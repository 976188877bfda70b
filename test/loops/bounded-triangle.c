// verdict: TRUE
// proved-by: poly
// The sum of 1 to n is n * (n + 1) / 2, for n up to 1000.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, sum = 0;
  if (n > 1000) return 0;
  while (i < n) {
    i++;
    sum += i;
  }
  if (2 * sum != n * (n + 1)) reach_error();
  return 0;
}
