// verdict: FALSE
// reason: recursion with the same argument never ends
// question: termination
extern int __VERIFIER_nondet_int(void);
int f(int n) { return n == 0 ? 0 : f(n); }
int main(void) { return f(__VERIFIER_nondet_int()); }
