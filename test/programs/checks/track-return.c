// verdict: FALSE
// reason: the local variable that holds the block is gone when main returns
// checks: memtrack
extern void *malloc(unsigned long);
int main(void) { char *p = malloc(10); p[0] = 7; return p[0] - 7; }
