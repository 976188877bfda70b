// verdict: UNKNOWN
// reason: not each return of a main that the program calls is an end
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
static int depth;
int main(void) { char *p = malloc(2); if (depth++ < 1) main(); free(p); return 0; }
