// verdict: UNKNOWN
// reason: each turn loses a block, and no run gets behind the loop
// checks: memtrack
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void free(void *);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int *p = 0;
  while (__VERIFIER_nondet_bool()) p = malloc(4);
  free(p);
  __VERIFIER_assume(0);
  return 0;
}
