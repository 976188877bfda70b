// verdict: TRUE
// entry: third
// checks: deref
int third(const int a[static const 3]);
int third(const int *a) {
  return a[2];
}
