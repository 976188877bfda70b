// verdict: FALSE
// reason: any value is returned
// externals: pure
extern void reach_error(void);
int f(int *p);
int main(void) {
  int v = 1;
  if (f(&v) == 42) reach_error();
  return 0;
}
