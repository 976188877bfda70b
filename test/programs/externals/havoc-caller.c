// verdict: TRUE
// reason: a local of a caller does not change if nobody was told of it
// why-wrong: a local of a caller changes
// externals: havoc
extern void reach_error(void);
void f(int *);
static void inner(int *p) { f(p); }
int main(void) {
  int a = 1, b = 2;
  int *q = &b; // wrong:
  inner(&a);
  if (*q != 2) reach_error(); // wrong: if (a == b) reach_error();
  return 0;
}
