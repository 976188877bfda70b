// verdict: FALSE
// checks: argument
// reason: a null pointer is passed where the attribute nonnull excludes it
extern int __VERIFIER_nondet_int(void);
__attribute__((nonnull(2))) static int length(const char *first, const char *second) { return first == 0 ? 0 : *second; }
int main(void) {
  char c = 'c';
  return length(0, __VERIFIER_nondet_int() ? &c : 0);
}
