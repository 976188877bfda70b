// verdict: TRUE
// reason: a static global whose address nobody was told does not change
// externals: havoc
extern void reach_error(void);
void f(void);
static int s;
int main(void) {
  f();
  if (s != 0) reach_error();
  return 0;
}
