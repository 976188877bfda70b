// verdict: FALSE
// entry: fourth
// checks: deref
int fourth(const int a[static 3]) {
  return a[3];
}
