// verdict: TRUE
// reason: exit ends a run
// question: termination
extern int __VERIFIER_nondet_int(void);
void exit(int);
void f(int n) { for (;;) if (n-- <= 0) exit(0); }
int main(void) { f(__VERIFIER_nondet_int()); return 0; }
