// verdict: TRUE
// proved-by: poly
// The sum of the first n even numbers is n * (n + 1), modulo the word.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, even = 0, sum = 0;
  while (i < n) {
    i++;
    even += 2;
    sum += even;
  }
  if (sum != n * (n + 1)) reach_error();
  return 0;
}
