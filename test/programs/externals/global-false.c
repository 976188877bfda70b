// verdict: FALSE
// reason: the error is reached although external functions change nothing
// externals: agree
extern void reach_error(void);
void f(void);
int g = 1;
static int hidden = 2;
int main(void) {
  f();
  if (g == 1) reach_error();
  return 0;
}
