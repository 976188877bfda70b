// verdict: TRUE
// proved-by: poly
// The sum of the first n odd numbers is n * n.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, odd = 1, sum = 0;
  while (i < n) {
    sum += odd;
    odd += 2;
    i++;
  }
  if (sum != n * n) reach_error();
  return 0;
}
