// verdict: FALSE
// reason: a read out of bounds could give any value, but one index within them does as well
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int primes[6] = {2, 3, 5, 7, 11, 13};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  unsigned j = __VERIFIER_nondet_uint();
  if (primes[i] * primes[j] == 91 && i > j)
    reach_error();
  return 0;
}
