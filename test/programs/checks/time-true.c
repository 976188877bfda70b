// verdict: TRUE
// reason: whatever the time is, the index is inside of the array
// checks: deref
extern long time(long *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0};
  long now = time((long *)0);
  return a[now < 0 ? __VERIFIER_nondet_int() & 1 : now % 4];
}
