// verdict: FALSE
// reason: a loop that compares two inputs
// question: termination
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); while (x == y) {} return 0; }
