// verdict: FALSE
// entry: first, 8, initialised, valid, words: count
// checks: deref
int first(const int *words, int count, const int *other) {
  return count <= 0 && other[7] == 3 ? words[0] : 0;
}
