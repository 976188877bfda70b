// verdict: FALSE
// reason: a static global changes that an external function was told of
// externals: havoc
extern void reach_error(void);
void f(int *);
static int s;
int main(void) {
  f(&s);
  if (s == -3) reach_error();
  return 0;
}
