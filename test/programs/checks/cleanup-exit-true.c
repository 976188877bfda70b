// verdict: TRUE
// reason: the block is released before exit, and no other end is reached
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
extern void exit(int);
static int *p;
static void stop(void) { free(p); exit(1); }
int main(void) { p = malloc(4); stop(); return 0; }
