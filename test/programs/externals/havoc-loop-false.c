// verdict: FALSE
// reason: a variable changes to another value in each round
// externals: havoc
extern void reach_error(void);
void f(int *);
int main(void) {
  int v = 0;
  for (int i = 1; i <= 3; i++) {
    f(&v);
    if (v != i * i) return 0;
  }
  reach_error();
}
