// verdict: TRUE
// reason: a typedef with transparent_union takes what a member takes
// why-wrong: a typedef with transparent_union takes what a member takes
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
typedef union { int *i; unsigned *u; } either __attribute__((transparent_union));
static int f(either e) { return *e.i; }
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (f(&i) != i) reach_error(); // wrong: if (f(&i) == i) reach_error();
  return 0;
}
