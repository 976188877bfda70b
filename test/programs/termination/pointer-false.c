// verdict: FALSE
// reason: the counter is changed through a pointer that leads elsewhere
// question: termination
extern int __VERIFIER_nondet_int(void);
int main(void) { int i = 0, j = 0; int *p = __VERIFIER_nondet_int() ? &i : &j; while (i < 10) *p = *p < 10 ? *p + 1 : 10; return 0; }
