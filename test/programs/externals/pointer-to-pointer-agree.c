// verdict: UNKNOWN
// reason: an external function may change a pointer to a pointer
// externals: agree
extern void reach_error(void);
void f(int **p);
int main(void) {
  int v = 1, w = 2;
  int *p = &v;
  f(&p);
  if (v != 1) reach_error();
  return 0;
}
