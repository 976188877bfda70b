// verdict: FALSE
// reason: a pointer into an array leads to all of it
// externals: havoc
extern void reach_error(void);
void f(int *);
int main(void) {
  int a[10] = {0};
  f(a + 3);
  if (a[0] == 4 && a[9] == 5) reach_error();
  return 0;
}
