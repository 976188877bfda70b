// verdict: FALSE
// reason: a jump back within its block leads to the same variable, also where pointers to it outlive its function
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int *left;
static int turn(int seen) {
  int *p = 0;
again:;
  int x = 0, a[2] = {0, 0};
  if (p) {
    *p = 5;
    if (x == 5 && seen) reach_error();
    return 0;
  }
  p = &x;
  left = a;
  goto again;
}
int main(void) {
  turn(0);
  int old = __VERIFIER_nondet_int() ? *left : 0;
  return turn(1) + (old & 0);
}
