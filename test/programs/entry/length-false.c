// verdict: FALSE
// entry: last, 8, initialised, any, words: count
// checks: deref
int last(const int *words, unsigned count) {
  return words[count - 1];
}
