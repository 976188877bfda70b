// verdict: FALSE
// reason: an external function changes a global
// externals: havoc
extern void reach_error(void);
void f(void);
int g;
int main(void) {
  f();
  if (g == 7) reach_error();
  return 0;
}
