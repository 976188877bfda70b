// verdict: FALSE
// reason: the handler that was registered last runs first
extern void abort(void);
extern int atexit(void (*)(void));
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static int order;
static void first(void) { if (order == 1) reach_error(); }
static void second(void) { order = 1; }
int main(void) {
  atexit(first);
  if (__VERIFIER_nondet_int() == 5) exit(0);
  atexit(second);
  return 0;
}
