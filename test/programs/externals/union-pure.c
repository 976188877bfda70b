// verdict: TRUE
// reason: as before, where external functions change nothing
// externals: pure
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
