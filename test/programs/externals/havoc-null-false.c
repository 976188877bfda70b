// verdict: FALSE
// reason: a pointer becomes null
// externals: havoc
extern void reach_error(void);
void f(void);
int x;
int *gp = &x;
int main(void) {
  f();
  if (gp == 0) reach_error();
  return 0;
}
