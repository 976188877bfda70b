// verdict: UNKNOWN
// reason: an external function may change a pointer
// externals: agree
extern void reach_error(void);
void f(int *p);
int main(void) {
  int v = 1, w = 2;
  f(&v);
  if (v != 1) reach_error();
  return 0;
}
