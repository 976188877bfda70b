// verdict: TRUE
// reason: all blocks of the loop are released
// checks: memtrack
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) { char *p = malloc(3); p[0] = 1; free(p); } return 0; }
