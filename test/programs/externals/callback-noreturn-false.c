// verdict: FALSE
// reason: a function that does not return calls back before
// externals: havoc
extern void reach_error(void);
__attribute__((noreturn)) void f(void (*p)(void));
static int n;
static void count(void) {
  if (++n == 2) reach_error();
}
int main(void) {
  f(count);
}
