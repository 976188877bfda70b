// verdict: TRUE
// reason: abort ends a run
// question: termination
extern int __VERIFIER_nondet_int(void);
void abort(void);
int main(void) { while (1) { if (__VERIFIER_nondet_int() >= 0) abort(); else abort(); } }
