// verdict: UNKNOWN
// reason: an external function may change a union with a pointer among its bytes
// externals: agree
extern void reach_error(void);
union u { long l; int *p; };
void f(union u e);
int main(void) {
  int v = 1, w = 2;
  union u e;
  e.p = &v;
  f(e);
  if (v != 1) reach_error();
  return 0;
}
