// verdict: FALSE
// reason: a constant volatile object may change
// externals: havoc
extern void reach_error(void);
void f(const volatile int *);
static const volatile int v = 1;
int main(void) {
  f(&v);
  if (v != 1) reach_error();
  return 0;
}
