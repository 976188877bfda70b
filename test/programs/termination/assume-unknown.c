// verdict: UNKNOWN
// reason: a failing assumption may wait for ever by some rules
// question: termination
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { __VERIFIER_assume(__VERIFIER_nondet_int() > 0); return 0; }
