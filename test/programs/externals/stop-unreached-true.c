// verdict: TRUE
// reason: a call that no run makes
// externals: stop
extern void reach_error(void);
int f(void);
int main(void) {
  int v = 1;
  if (v != 1) {
    f();
    reach_error();
  }
  return 0;
}
