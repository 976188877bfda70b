// verdict: TRUE
// reason: a pointer to a local reaches it from an inlined function
// why-wrong: a pointer to a local reaches it from an inlined function
// wrong: extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }

int main(void) {
  int a = 1, b = 2; // wrong: int a = __VERIFIER_nondet_int(), b = 2;
  swap(&a, &b);
  if (a != 2 || b != 1) reach_error(); // wrong: if (b == 77) reach_error();
  return 0;
}
