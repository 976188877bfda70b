// verdict: TRUE
// entry: sum
// checks: deref
__attribute__((nonnull())) int sum(const int *a, const int *b) {
  return *a & *b;
}
