// verdict: FALSE
// reason: an external function makes a pointer lead to another object that it knows
// externals: havoc
extern void reach_error(void);
void f(int **, int *);
int main(void) {
  int x = 1, y = 2;
  int *p = &x;
  f(&p, &y);
  y = 7;
  x = 1;
  if (p == &y) reach_error();
  return 0;
}
