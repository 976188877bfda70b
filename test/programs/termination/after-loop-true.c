// verdict: TRUE
// reason: what follows the last loop does not matter
// question: termination
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); for (int i = 0; i < 3; i++) {} return x / (x != 0 ? x : 1); }
