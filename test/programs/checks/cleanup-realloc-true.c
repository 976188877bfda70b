// verdict: TRUE
// reason: realloc ends the old block, and the new one is released
// checks: memcleanup
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
int main(void) { char *p = realloc(0, 3); p = realloc(p, 20); free(p); return 0; }
