// verdict: FALSE
// reason: a complex number changes
// externals: havoc
extern void reach_error(void);
void f(double _Complex *);
int main(void) {
  double _Complex v = 4;
  f(&v);
  if (__real__ v == 5 && __imag__ v == 6) reach_error();
  return 0;
}
