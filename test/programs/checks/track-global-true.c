// verdict: TRUE
// reason: a global variable holds the block at the end
// checks: memtrack
extern void *malloc(unsigned long);
static char *kept;
int main(void) { kept = malloc(10); return 0; }
