// verdict: TRUE
// reason: as before, where external functions change nothing
// externals: pure
extern void reach_error(void);
void f(int **p);
int main(void) {
  int v = 1, w = 2;
  int *p = &v;
  f(&p);
  if (v != 1) reach_error();
  return 0;
}
