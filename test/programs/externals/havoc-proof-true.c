// verdict: TRUE
// reason: proofs hold whatever external functions change
// externals: havoc
extern void reach_error(void);
void f(int *p);
int main(void) {
  int v = 1, w = 2;
  f(&v);
  if (v > 10) v = 10;
  if (v > 10 || w != 2) reach_error();
  return 0;
}
