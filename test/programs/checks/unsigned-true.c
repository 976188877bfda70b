// verdict: TRUE
// reason: unsigned arithmetic wraps
// checks: overflow
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(); return (a * b + a - b) / 3 == 7; }
