// verdict: FALSE
// reason: a local variable of a function that has returned
// checks: deref
// native: it returns no address of a local
static int *leak(void) {
  int x = 3;
  int *p = &x;
  return p;
}
int main(void) { return *leak(); }
