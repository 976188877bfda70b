// verdict: FALSE
// reason: a block of realloc stays
// checks: memcleanup
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
int main(void) { char *p = malloc(3); p = realloc(p, 20); return p == 0; }
