// verdict: TRUE
// entry: at, 1
// checks: deref
struct numbers {
  // wrong: int *items __attribute__((counted_by(count)));
  int count;
  int *items __attribute__((counted_by(count))); // wrong:
};
int at(const struct numbers *list, int i) {
  return list != 0 && i >= 0 && i < list->count ? list->items[i] : 0; // wrong: return list != 0 && i >= 0 && i <= list->count ? list->items[i] : 0;
}
