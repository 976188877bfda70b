// verdict: TRUE
// reason: an external function does not change what it cannot reach
// externals: agree
extern void reach_error(void);
void tell(int *p);
void f(void);
int main(void) {
  int v = 1, w = 2;
  tell(&v);
  v = 1;
  f();
  if (w != 2) reach_error();
  return 0;
}
