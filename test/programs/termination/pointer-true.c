// verdict: TRUE
// reason: the counter is changed through a pointer
// question: termination
extern int __VERIFIER_nondet_int(void);
int main(void) { int i = __VERIFIER_nondet_int(); int *p = &i; while (i > 0) *p = *p - 1; return 0; }
