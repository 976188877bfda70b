// verdict: FALSE
// reason: the external function is called through a pointer
// externals: havoc
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void f(void (*p)(void));
static int n;
static void count(void) { n++; }
static void own(void (*p)(void)) { p(); }
int main(void) {
  void (*call)(void (*)(void)) = __VERIFIER_nondet_int() ? f : own;
  call(count);
  if (n == 2) reach_error();
  return 0;
}
