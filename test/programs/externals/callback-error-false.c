// verdict: FALSE
// reason: a function that an external function calls back reaches the error
// externals: havoc
extern void reach_error(void);
void f(void (*p)(void));
static void fail(void) { reach_error(); }
int main(void) {
  f(fail);
  return 0;
}
