// verdict: FALSE
// reason: an external function need not change anything
// externals: havoc
extern void reach_error(void);
void f(int *p);
int main(void) {
  int v = 1;
  f(&v);
  if (v == 1) reach_error();
  return 0;
}
