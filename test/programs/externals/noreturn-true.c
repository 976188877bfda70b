// verdict: TRUE
// reason: nothing happens behind a function that does not return
// externals: agree
extern void reach_error(void);
__attribute__((noreturn)) void f(int *);
int main(void) {
  int v = 1;
  f(&v);
  reach_error();
}
