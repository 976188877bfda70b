// verdict: TRUE
// reason: twice the sum is a polynomial of the counter, which ends at the limit; the counter has fewer bits than the sum
extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short limit = __VERIFIER_nondet_short();
  if (limit < 0) return 0;
  long long count = 0, sum = 0;
  while (count < limit) {
    count = count + 1;
    sum = sum + count;
  }
  if (2 * sum != (long long)limit * limit + limit) reach_error();
  return 0;
}
