// verdict: UNKNOWN
// reason: an index beyond an array, but within its struct
// checks: deref
// native: the sanitiser of addresses sees objects as a whole
struct two {
  int a[2];
  int b[2];
};
int main(void) {
  struct two t = {{1, 2}, {3, 4}};
  volatile int i = 2;
  return t.a[i];
}
