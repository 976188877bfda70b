// verdict: TRUE
// reason: an unsigned counter reaches zero by wrapping around
// question: termination
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned i = __VERIFIER_nondet_uint(); while (i != 0) i++; return 0; }
