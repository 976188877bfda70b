// verdict: FALSE
// reason: exit in a callee comes before the release
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
static void stop(int n) { if (n == 12345) exit(1); }
int main(void) { int *p = malloc(4); stop(__VERIFIER_nondet_int()); free(p); return 0; }
