// verdict: TRUE
// entry: last
// checks: deref
int last(const int *__attribute__((counted_by(count))) numbers, int count) {
  return count > 0 ? numbers[count - 1] : 0;
}
