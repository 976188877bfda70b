// verdict: FALSE
// reason: a result is null
// externals: havoc
extern void reach_error(void);
int *f(void);
int main(void) {
  if (f() == 0) reach_error();
  return 0;
}
