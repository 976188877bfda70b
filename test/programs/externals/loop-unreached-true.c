// verdict: TRUE
// reason: an external function does not change what it cannot reach
// externals: agree
extern void reach_error(void);
void f(int *p);
int next(void);
int main(void) {
  int v = 1, w = 2;
  while (next()) f(&v);
  if (w != 2) reach_error();
  return 0;
}
