// verdict: TRUE
// reason: as before, where external functions change nothing
// externals: pure
extern void reach_error(void);
void f(const int *p);
int main(void) {
  int v = 1;
  static const int w = 2;
  f(&v);
  f(&w);
  if (v != 1) reach_error();
  return 0;
}
