// verdict: UNKNOWN
// reason: an external function may change an object by a pointer that it returns
// externals: agree
extern void reach_error(void);
int *f(int *p);
int main(void) {
  int v = 1, w = 2;
  int *q = f(&v);
  v = 1;
  if (q) *q = 5;
  if (v != 1) reach_error();
  return 0;
}
