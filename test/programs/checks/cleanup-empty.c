// verdict: UNKNOWN
// reason: it is open whether malloc(0) makes a block
// checks: memcleanup
extern void *malloc(unsigned long);
int main(void) { void *p = malloc(0); return p == &p; }
