// verdict: FALSE
// reason: result and change belong to one call
// externals: havoc
extern void reach_error(void);
int f(int *);
int main(void) {
  int v = 0;
  int r = f(&v);
  if (r > 0 && v == r + 1) reach_error();
  return 0;
}
