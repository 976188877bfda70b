// verdict: TRUE
// reason: the inner counter is set back by each outer turn
// question: termination
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned n = __VERIFIER_nondet_uint(); for (unsigned i = 0; i < n; i++) { unsigned j = 0; while (j < i) j++; } return 0; }
