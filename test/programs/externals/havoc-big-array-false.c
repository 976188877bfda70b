// verdict: FALSE
// reason: the same where the array is one cell
// externals: havoc
extern void reach_error(void);
void f(int *);
int a[1000];
int main(void) {
  f(a + 3);
  if (a[0] == 4 && a[999] == 5) reach_error();
  return 0;
}
