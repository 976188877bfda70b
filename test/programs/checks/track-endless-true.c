// verdict: TRUE
// reason: each turn of a loop without an end releases its block
// checks: memtrack
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) { for (;;) { char *p = malloc(3); p[0] = 1; free(p); } }
