// verdict: FALSE
// entry: first
// checks: deref
int first(const int a[3]) {
  return a[0];
}
