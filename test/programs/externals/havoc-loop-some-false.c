// verdict: FALSE
// reason: in each round another variable may change
// externals: havoc
extern void reach_error(void);
void f(int *);
int main(void) {
  int v = 0, w = 0;
  for (int i = 0; i < 4; i++) {
    f(i % 2 ? &v : &w);
    if (i == 2 && v != 0) return 0;
  }
  if (v == 3 && w == 4) reach_error();
}
