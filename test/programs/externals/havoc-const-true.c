// verdict: TRUE
// reason: a constant object does not change
// externals: havoc
extern void reach_error(void);
void f(const int *);
static const int v = 1;
int main(void) {
  f(&v);
  if (v != 1) reach_error();
  return 0;
}
