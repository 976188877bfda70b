// verdict: TRUE
// reason: a static variable of a function that returned, and a local one of the caller
// checks: deref
static int *kept(int *p) {
  static int x = 1;
  return *p ? &x : p;
}
int main(void) {
  int local = 1;
  int *p = kept(&local);
  local = 0;
  return *p + *kept(&local) != 1;
}
