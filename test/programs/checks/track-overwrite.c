// verdict: FALSE
// reason: the only pointer is overwritten
// checks: memtrack
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
static char *kept;
int main(void) { kept = malloc(10); if (__VERIFIER_nondet_int() == 3) kept = 0; return 0; }
