// verdict: FALSE
// reason: a failed assertion ends the program
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
extern void abort(void);
static void check(int holds) { if (!holds) abort(); }
int main(void) { int *p = malloc(4); *p = 3; check(*p == 4); free(p); return 0; }
