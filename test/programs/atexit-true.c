// verdict: TRUE
// reason: handlers run when main returns and at exit, the last one first, also those that handlers register
extern void abort(void);
extern int atexit(void (*)(void));
extern void exit(int);
extern void _exit(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static int order;
static void inner(void) { order = order * 10 + 3; }
static void last(void) { if (order != 23 && order != 0) reach_error(); }
static void registering(void) { order = order * 10 + 2; if (atexit(inner) != 0) reach_error(); }
__attribute__((destructor)) static void behind(void) { if (order != 23) reach_error(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) _exit(1);
  int (*add)(void (*)(void)) = atexit;
  add(last);
  atexit(registering);
  if (x == 2) exit(2);
  if (x == 3) { order = 7; abort(); }
  return 0;
}
