// verdict: TRUE
// reason: whatever the time is, the index is inside of the array
// why-wrong: the time is any, also one that leads beyond the end of the array
// checks: deref
extern long time(long *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0}; // wrong: int a[3] = {0};
  long now = time((long *)0);
  return a[now < 0 ? __VERIFIER_nondet_int() & 1 : now % 4];
}
