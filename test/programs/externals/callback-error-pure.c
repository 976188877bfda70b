// verdict: TRUE
// reason: nobody is called back
// externals: pure
extern void reach_error(void);
void f(void (*p)(void));
static void fail(void) { reach_error(); }
int main(void) {
  f(fail);
  return 0;
}
