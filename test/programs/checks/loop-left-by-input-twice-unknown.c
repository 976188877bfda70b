// verdict: UNKNOWN
// reason: each turn loses a block, and the input that leaves the loop leads into one without end
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
  for (;;) __VERIFIER_nondet_int();
}
