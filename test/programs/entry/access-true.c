// verdict: TRUE
// entry: last
// checks: deref
__attribute__((access(read_only, 1, 2))) int last(const char *text, unsigned long size);
int last(const char *text, unsigned long size) {
  return size > 0 ? text[size - 1] : 0;
}
