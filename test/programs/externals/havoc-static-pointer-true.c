// verdict: TRUE
// reason: nor does one that only other static pointers lead to
// externals: havoc
extern void reach_error(void);
void f(int *);
static int s; int g; static int *keep = &s;
int main(void) {
  f(&g);
  if (s != 0 || *keep != 0) reach_error();
  return 0;
}
