// verdict: TRUE
// reason: an assumption cuts the runs that break it
// why-wrong: an assumption cuts the runs that break it
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 3);
  if (x < 4) reach_error(); // wrong: if (x < 5) reach_error();
  return 0;
}
