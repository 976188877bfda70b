// verdict: FALSE
// reason: a count is the width for one input
// checks: shift
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned a = __VERIFIER_nondet_uint(); return a <= 32 && (1u << a) == 1; }
