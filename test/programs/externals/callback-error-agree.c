// verdict: UNKNOWN
// reason: an external function may call back what reaches the error
// externals: agree
extern void reach_error(void);
void f(void (*p)(void));
static void fail(void) { reach_error(); }
int main(void) {
  f(fail);
  return 0;
}
