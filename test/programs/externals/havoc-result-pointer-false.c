// verdict: FALSE
// reason: an external function returns a pointer into an array that it was given
// externals: havoc
extern void reach_error(void);
int *f(int *);
int main(void) {
  int x[4] = {1, 2, 3, 4};
  int *p = f(x);
  if (p == &x[2]) reach_error();
  return 0;
}
