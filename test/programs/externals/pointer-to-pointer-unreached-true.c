// verdict: TRUE
// reason: an external function does not change what it cannot reach
// externals: agree
extern void reach_error(void);
void f(int **p);
int main(void) {
  int v = 1, w = 2;
  int *p = &v;
  f(&p);
  if (w != 2) reach_error();
  return 0;
}
