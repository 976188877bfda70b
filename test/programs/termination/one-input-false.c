// verdict: FALSE
// reason: a run is endless for one input only
// question: termination
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); while (x > 0) { if (x != 77777) x--; } return 0; }
