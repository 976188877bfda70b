// verdict: TRUE
// reason: a local variable holds the block when the program exits
// checks: memtrack
extern void *malloc(unsigned long);
extern void exit(int);
int main(void) { char *p = malloc(10); p[0] = 1; exit(0); }
