// verdict: FALSE
// checks: deref
// reason: a null pointer is printed as a text, behind a width
extern int printf(const char *, ...);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const char *name = __VERIFIER_nondet_int() ? "ab" : 0;
  printf("%*s\n", 3, name);
  return 0;
}
