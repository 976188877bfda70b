// verdict: UNKNOWN
// reason: an external function may change what another function was told before
// externals: agree
extern void reach_error(void);
void tell(int *p);
void f(void);
int main(void) {
  int v = 1, w = 2;
  tell(&v);
  v = 1;
  f();
  if (v != 1) reach_error();
  return 0;
}
