// verdict: TRUE
// reason: a failed assertion that is not the property ends the run
// why-wrong: a failed assertion that is not the property ends the run
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 10) __assert_fail("x", "f", 1, "m");
  if (x < 10) reach_error(); // wrong: if (x < 11) reach_error();
  return 0;
}
