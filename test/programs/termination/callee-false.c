// verdict: FALSE
// reason: the loop is in a callee
// question: termination
extern int __VERIFIER_nondet_int(void);
void wait(int *p) { while (*p == 0) {} }
int main(void) { int x = __VERIFIER_nondet_int(); wait(&x); return 0; }
