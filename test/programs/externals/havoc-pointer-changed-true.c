// verdict: TRUE
// reason: an external function does not make a pointer lead to what it was not told of
// property: unreach-call
// externals: havoc
extern void reach_error(void);
void f(int **);
int main(void) {
  int x = 1, y = 2;
  int *p = &x;
  int *q = &y;
  f(&p);
  if (p != 0) *p = 5;
  if (*q != 2) reach_error();
  return 0;
}
