// verdict: UNKNOWN
// reason: one function is pure, the others are not
// externals: agree, f=pure
extern void reach_error(void);
void f(int *p);
void g(int *p);
int main(void) {
  int v = 1, w = 2;
  f(&v);
  g(&w);
  if (w != 2) reach_error();
  return 0;
}
