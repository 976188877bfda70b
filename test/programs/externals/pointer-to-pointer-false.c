// verdict: FALSE
// reason: the error is reached although external functions change nothing
// externals: agree
extern void reach_error(void);
void f(int **p);
int main(void) {
  int v = 1, w = 2;
  int *p = &v;
  f(&p);
  if (v == 1) reach_error();
  return 0;
}
