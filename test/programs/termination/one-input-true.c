// verdict: TRUE
// reason: all inputs count down
// question: termination
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); while (x > 0) { if (x != 77777) x--; else x = 0; } return 0; }
