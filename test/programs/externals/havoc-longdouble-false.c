// verdict: FALSE
// reason: a long double changes
// externals: havoc
extern void reach_error(void);
void f(long double *);
int main(void) {
  long double v = 4;
  f(&v);
  if (v > 5 && v < 6) reach_error();
  return 0;
}
