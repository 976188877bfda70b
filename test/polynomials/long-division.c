// verdict: TRUE
// reason: divisor and weight are multiplied by the same power of two; both are halved without a remainder, as the weight is a power of two other than 1
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned dividend = __VERIFIER_nondet_uint(), divisor = __VERIFIER_nondet_uint();
  if (divisor == 0) return 0;
  unsigned long long rest = dividend, taken = divisor, weight = 1, quotient = 0;
  while (taken <= rest) {
    taken = taken * 2;
    weight = weight * 2;
  }
  while (weight != 1) {
    taken = taken / 2;
    weight = weight / 2;
    if (taken <= rest) {
      rest = rest - taken;
      quotient = quotient + weight;
    }
  }
  if (quotient * divisor + rest != dividend) reach_error();
  if (taken != divisor) reach_error();
  return 0;
}
