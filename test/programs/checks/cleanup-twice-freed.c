// verdict: UNKNOWN
// reason: the second release of a block does not stand for that of another one
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) { char *p = malloc(2), *q = malloc(2); q[0] = 1; free(p); free(p); return 0; }
