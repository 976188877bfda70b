// verdict: TRUE
// reason: what an earlier turn's pointer writes into an array is there, although pointers to it outlive its function
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int *left;
static int turn(void) {
  int *p = 0;
again:;
  int a[2] = {0, 0};
  if (p) {
    p[1] = 5;
    if (a[1] != 5) reach_error();
    return 0;
  }
  left = p = a;
  goto again;
}
int main(void) {
  turn();
  int old = __VERIFIER_nondet_int() ? left[1] : 0;
  return turn() + (old & 0);
}
