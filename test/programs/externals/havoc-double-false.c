// verdict: FALSE
// reason: a floating-point number changes
// externals: havoc
extern void reach_error(void);
void f(double *);
int main(void) {
  double d = 1;
  f(&d);
  if (d > 2 && d < 2.5) reach_error();
  return 0;
}
