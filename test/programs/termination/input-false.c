// verdict: FALSE
// reason: input may never be what the loop waits for
// question: termination
extern int __VERIFIER_nondet_int(void);
int main(void) { while (__VERIFIER_nondet_int() != 42) {} return 0; }
