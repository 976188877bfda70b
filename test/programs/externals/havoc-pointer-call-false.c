// verdict: FALSE
// reason: an external function is called through a pointer
// externals: havoc
extern void reach_error(void);
void f(int *);
void g(int *);
int __VERIFIER_nondet_int(void);
int main(void) {
  int v = 0;
  void (*h)(int *) = __VERIFIER_nondet_int() ? f : g;
  h(&v);
  if (v == 3) reach_error();
  return 0;
}
