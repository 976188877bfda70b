// verdict: TRUE
// reason: an external function does not change what it cannot reach
// externals: agree
extern void reach_error(void);
void f(const int *p);
int main(void) {
  int v = 1;
  static const int w = 2;
  f(&v);
  f(&w);
  if (w != 2) reach_error();
  return 0;
}
