// verdict: FALSE
// checks: uninitialised
// reason: a loop assigns one member of a structure, and another one is read
// native: no sanitiser of GCC reports this
struct inner { int low, high; };
struct outer { struct inner inner; int last; };
int main(void) {
  struct outer outer;
  for (int i = 0; i < 3; i++) outer.inner.low = i;
  outer.last = 1;
  return outer.inner.low + outer.inner.high;
}
