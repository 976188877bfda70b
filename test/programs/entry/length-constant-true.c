// verdict: TRUE
// entry: sum, 8, initialised, valid, a: 16
// checks: deref
int sum(const unsigned char *a, const unsigned char *b) {
  return a[15] + b[7];
}
