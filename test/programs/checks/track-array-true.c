// verdict: TRUE
// reason: the global array holds each block
// checks: memtrack
extern void *malloc(unsigned long);
static char *all[2];
int main(void) { all[0] = malloc(1); all[1] = malloc(2); return 0; }
