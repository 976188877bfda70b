// verdict: TRUE
// entry: last, 8, initialised, any, words: count
// checks: deref
int last(const int *words, int count) { // wrong: int last(const int *words, unsigned count) {
  return count > 0 ? words[count - 1] + words[0] : 0; // wrong: return words[count - 1];
}
