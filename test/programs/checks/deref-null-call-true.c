// verdict: TRUE
// reason: the call is guarded
// checks: deref
extern int __VERIFIER_nondet_int(void);
static int x;
static void set(void) { x = 1; }
int main(void) {
  void (*f)(void) = __VERIFIER_nondet_int() ? set : 0;
  if (f) f();
  return x;
}
