// verdict: FALSE
// reason: an endless loop that influences nothing else counts too
// question: termination
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned n = __VERIFIER_nondet_uint(); for (unsigned i = 0; i < n; i += 0) {} return 0; }
