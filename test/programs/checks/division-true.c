// verdict: TRUE
// reason: a divisor is not zero
// checks: division
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned a = __VERIFIER_nondet_uint(); return 100 % ((a & 7) + 1) == 1; }
