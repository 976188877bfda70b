// verdict: TRUE
// reason: control does not return, whatever is called back
// externals: havoc
extern void reach_error(void);
__attribute__((noreturn)) void f(void (*p)(void));
static int n;
static void count(void) { n = 1; }
int main(void) {
  f(count);
  reach_error();
}
