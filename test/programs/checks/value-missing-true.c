// verdict: TRUE
// reason: nobody uses the value of a call that may return none, and other functions return one on each path
// checks: unreachable
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static int count;
static increment() { count++; }
static int checked(int x) {
  switch (x & 1) {
    case 0:
      return 2;
    case 1:
      return 3;
  }
}
static int positive(int x) {
  if (x > 0) return x;
  abort();
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  increment();
  (void)increment();
  for (int i = 0; i < 2; increment(), i++) count += checked(x);
  return positive(x) == 0;
}
