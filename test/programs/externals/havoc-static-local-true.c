// verdict: TRUE
// reason: a static local whose address nobody was told does not change
// externals: havoc
extern void reach_error(void);
void f(void);
static int *hidden(void) { static int s = 4; return &s; }
int main(void) {
  int *p = hidden();
  f();
  if (*p != 4) reach_error();
  return 0;
}
