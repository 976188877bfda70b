// verdict: TRUE
// reason: its attribute says that it changes nothing
// externals: agree
extern void reach_error(void);
__attribute__((pure)) int f(int *p);
int main(void) {
  int v = 1;
  f(&v);
  if (v != 1) reach_error();
  return 0;
}
