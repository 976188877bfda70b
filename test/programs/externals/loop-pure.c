// verdict: TRUE
// reason: as before, where external functions change nothing
// externals: pure
extern void reach_error(void);
void f(int *p);
int next(void);
int main(void) {
  int v = 1, w = 2;
  while (next()) f(&v);
  if (v != 1) reach_error();
  return 0;
}
