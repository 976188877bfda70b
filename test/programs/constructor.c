// verdict: TRUE
// reason: functions with the attribute run before main
// why-wrong: what a constructor leaves can be wrong
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int order = 1;

__attribute__((constructor)) static void first(void) { order = order * 10 + 2; }
static void __attribute__((constructor)) second(void) { order = order * 10 + __VERIFIER_nondet_int() % 10; }

int main(void) {
  if (order < 111 || order > 129) reach_error(); // wrong: if (order == 127) reach_error();
  return 0;
}
