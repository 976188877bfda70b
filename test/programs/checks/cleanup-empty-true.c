// verdict: TRUE
// reason: the result of malloc(0) is released
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) { void *p = malloc(0); free(p); return 0; }
