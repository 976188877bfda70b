// verdict: TRUE
// reason: an external function does not change what it cannot reach
// externals: agree
extern void reach_error(void);
union u { long l; int *p; };
void f(union u e);
int main(void) {
  int v = 1, w = 2;
  union u e;
  e.p = &v;
  f(e);
  if (w != 2) reach_error();
  return 0;
}
