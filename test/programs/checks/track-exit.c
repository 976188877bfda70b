// verdict: FALSE
// reason: the variable that held the block belongs to a function that has returned
// checks: memtrack
extern void *malloc(unsigned long);
extern void exit(int);
static void f(void) { char *p = malloc(10); p[0] = 1; }
int main(void) { f(); exit(0); }
