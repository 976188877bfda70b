// verdict: TRUE
// reason: an external function does not change what it cannot reach
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
  if (w != 2 || *hp != 2) reach_error();
  return 0;
}
