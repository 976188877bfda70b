// verdict: TRUE
// reason: an assumption that holds does not matter
// question: termination
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0) __VERIFIER_assume(x > 0); return 0; }
