// verdict: TRUE
// entry: sum
// checks: deref
int sum(const int *a, int n, const int *b) __attribute__((nonnull(1), __nonnull__(3)));
int sum(const int *a, int n, const int *b) {
  return n ? *a : *b;
}
