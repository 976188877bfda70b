// verdict: FALSE
// reason: a local variable holds the block when main returns
// checks: memcleanup
extern void *malloc(unsigned long);
int main(void) { char *p = malloc(10); if (p == 0) return 1; p[0] = 7; return p[0] - 7; }
