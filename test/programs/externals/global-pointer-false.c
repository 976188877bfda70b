// verdict: FALSE
// reason: the error is reached although external functions change nothing
// externals: agree
extern void reach_error(void);
void f(void);
int *gp;
static int *hp;
int main(void) {
  int v = 1, w = 2;
  gp = &v;
  hp = &w;
  f();
  if (v == 1) reach_error();
  return 0;
}
