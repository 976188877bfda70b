// verdict: TRUE
// reason: an external function does not change what it cannot reach
// externals: agree
extern void reach_error(void);
void f(void);
int g = 1;
static int hidden = 2;
int main(void) {
  f();
  if (hidden != 2) reach_error();
  return 0;
}
