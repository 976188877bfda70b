// verdict: TRUE
// reason: a pointer one past the end tracks the block
// checks: memtrack
extern void *malloc(unsigned long);
static char *kept;
int main(void) { char *p = malloc(10); kept = p + 10; return 0; }
