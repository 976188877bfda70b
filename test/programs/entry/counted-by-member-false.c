// verdict: FALSE
// entry: at, 1
// checks: deref
struct numbers {
  int *items __attribute__((counted_by(count)));
  int count;
};
int at(const struct numbers *list, int i) {
  return list != 0 && i >= 0 && i <= list->count ? list->items[i] : 0;
}
