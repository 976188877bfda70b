// verdict: FALSE
// entry: first
// checks: deref
__attribute__((__access__(__read_only__, 1, 2))) int first(const int *numbers, int count) {
  return count < 1 ? numbers[0] : 0;
}
