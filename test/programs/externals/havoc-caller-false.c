// verdict: FALSE
// reason: a local of a caller changes
// externals: havoc
extern void reach_error(void);
void f(int *);
static void inner(int *p) { f(p); }
int main(void) {
  int a = 1, b = 2;
  inner(&a);
  if (a == b) reach_error();
  return 0;
}
