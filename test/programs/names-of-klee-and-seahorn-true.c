// verdict: TRUE
// externals: agree
// reason: KLEE and SeaHorn have names of their own for assumptions and inputs, which change nothing else
extern void reach_error(void);
extern void klee_make_symbolic(void *address, unsigned long bytes, const char *name);
extern void klee_assume(unsigned long condition);
extern int klee_int(const char *name);
extern void klee_silent_exit(int status);
extern int nd(void);
extern void __SEAHORN_assume(int);
extern void __SEA_assume(_Bool);
static int shared;

int main(void) {
  struct { int a; unsigned char b[3]; } s;
  klee_make_symbolic(&s, sizeof s, "s");
  klee_assume(s.a > 3 & s.a < 6);
  int x = klee_int("x"), y = nd();
  __SEAHORN_assume(y == x + 1);
  __SEA_assume(x < 10);
  if (s.b[1] == 7) klee_silent_exit(0);
  if (s.a != 4 && s.a != 5) reach_error();
  if (y > 10 || s.b[1] == 7 || shared != 0) reach_error();
  return 0;
}
