// verdict: TRUE
// reason: functions of the program call nobody back beyond what they do
// why-wrong: the external function is called through a pointer
// externals: havoc
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void f(void (*p)(void));
static int n;
static void count(void) { n = n < 1 ? n + 1 : n; } // wrong: static void count(void) { n++; }
static void own(void (*p)(void)) { p(); }
int main(void) {
  void (*call)(void (*)(void)) = __VERIFIER_nondet_int() ? f : own;
  call(count);
  if (n > 1) reach_error(); // wrong: if (n == 2) reach_error();
  return 0;
}
