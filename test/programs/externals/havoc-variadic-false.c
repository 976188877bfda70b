// verdict: FALSE
// reason: a surplus argument leads to its object
// externals: havoc
extern void reach_error(void);
void f(int, ...);
int main(void) {
  int v = 4;
  f(1, &v);
  if (v == 6) reach_error();
  return 0;
}
