// verdict: FALSE
// reason: an external function changes what its argument leads to
// externals: havoc
extern void reach_error(void);
void f(int *p);
int main(void) {
  int v = 1;
  f(&v);
  if (v == 5) reach_error();
  return 0;
}
