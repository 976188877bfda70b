// verdict: FALSE
// entry: last
// checks: deref
int last(int n, const int a[static n]) {
  return n > 0 && n < 100 ? a[n] : 0;
}
