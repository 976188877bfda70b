// verdict: FALSE
// reason: a pointer leads to the function that ends the program
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
extern void exit(int);
int main(void) { void (*volatile end)(int) = exit; int *p = malloc(4); end(0); free(p); return 0; }
