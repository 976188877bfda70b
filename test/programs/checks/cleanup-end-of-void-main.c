// verdict: FALSE
// reason: control falls off the end of a main without a result
// checks: memcleanup
extern void *malloc(unsigned long);
static int *kept;
void main(void) { kept = malloc(4); if (kept) *kept = 1; }
