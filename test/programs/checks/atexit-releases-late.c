// verdict: FALSE
// reason: the run that ends early has no handler yet
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
extern int atexit(void (*)(void));
extern void exit(int);
extern unsigned __VERIFIER_nondet_uint(void);
static char *all[2];
static void release(void) { free(all[0]); free(all[1]); }
int main(void) {
  all[0] = malloc(3);
  if (__VERIFIER_nondet_uint() == 1) exit(1);
  all[1] = malloc(5);
  atexit(release);
  return 0;
}
