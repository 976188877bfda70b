// verdict: UNKNOWN
// reason: each turn loses a block, and the input does not decide alone
// checks: memtrack
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void free(void *);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int *p = 0;
  int on = 1;
  for (;;) {
    p = malloc(4);
    if (__VERIFIER_nondet_bool() && !on) break;
  }
  free(p);
  return 0;
}
