// verdict: TRUE
// reason: as before, where external functions change nothing
// externals: pure
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
