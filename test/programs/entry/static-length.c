// verdict: TRUE
// entry: last
// checks: deref
int last(int n, const int a[static n]) {
  return n > 0 ? a[n - 1] : 0; // wrong: return n > 0 && n < 100 ? a[n] : 0;
}
