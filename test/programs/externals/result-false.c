// verdict: FALSE
// reason: the error is reached although external functions change nothing
// externals: agree
extern void reach_error(void);
int *f(int *p);
int main(void) {
  int v = 1, w = 2;
  int *q = f(&v);
  v = 1;
  if (q) *q = 5;
  if (v == 1) reach_error();
  return 0;
}
