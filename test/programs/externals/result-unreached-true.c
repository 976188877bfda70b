// verdict: TRUE
// reason: an external function does not change what it cannot reach
// property: unreach-call
// externals: agree
extern void reach_error(void);
int *f(int *p);
int main(void) {
  int v = 1, w = 2;
  int *q = f(&v);
  v = 1;
  if (q) *q = 5;
  if (w != 2) reach_error();
  return 0;
}
