// verdict: UNKNOWN
// reason: an external function may change what it was told in a loop
// externals: agree
extern void reach_error(void);
void f(int *p);
int next(void);
int main(void) {
  int v = 1, w = 2;
  while (next()) f(&v);
  if (v != 1) reach_error();
  return 0;
}
