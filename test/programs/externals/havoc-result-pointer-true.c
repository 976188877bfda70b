// verdict: TRUE
// reason: an external function does not return a pointer to what it was not told of
// property: unreach-call
// externals: havoc
extern void reach_error(void);
int *f(int *);
int main(void) {
  int x = 1, y = 2;
  int *q = &y;
  int *p = f(&x);
  if (p != 0) *p = 5;
  if (*q != 2) reach_error();
  return 0;
}
