// verdict: FALSE
// reason: a divisor is zero for one input
// checks: division
extern int __VERIFIER_nondet_int(void);
int main(void) { int a = __VERIFIER_nondet_int(); return 100 / (a - 7) == 1; }
