// verdict: TRUE
// reason: a run that goes on for ever could leave the loop, and nothing would be missing then
// checks: memtrack
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void free(void *);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int *p = 0;
  while (__VERIFIER_nondet_bool()) {
    free(p);
    p = malloc(4);
    if (__VERIFIER_nondet_int() == 7) break;
  }
  free(p);
  return 0;
}
