// verdict: UNKNOWN
// reason: a function that does not return may call back before
// externals: agree
extern void reach_error(void);
__attribute__((noreturn)) void f(void (*p)(void));
static void fail(void) { reach_error(); }
int main(void) {
  f(fail);
}
