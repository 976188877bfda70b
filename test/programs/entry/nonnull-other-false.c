// verdict: FALSE
// entry: sum
// checks: deref
__attribute__((nonnull(1))) int sum(const int *a, const int *b) {
  return *a & *b;
}
