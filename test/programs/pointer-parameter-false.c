// verdict: FALSE
// reason: a pointer to a local reaches it from an inlined function
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }

int main(void) {
  int a = __VERIFIER_nondet_int(), b = 2;
  swap(&a, &b);
  if (b == 77) reach_error();
  return 0;
}
