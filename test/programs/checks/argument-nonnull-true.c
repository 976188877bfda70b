// verdict: TRUE
// checks: argument
// reason: arguments of a nonnull function are tested before, and others may be null
extern char *__VERIFIER_nondet_pointer(void);
__attribute__((nonnull(2))) static int length(const char *first, const char *second) { return first == 0 ? 0 : second != 0; }
int main(void) {
  char c = 'c', *other = __VERIFIER_nondet_pointer();
  if (other != 0) length(0, other);
  return length(other, &c);
}
