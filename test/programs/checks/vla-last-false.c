// verdict: FALSE
// reason: an array of one element has no second one
// checks: deref
int main(void) {
  volatile int n = 0;
  int count = n + 1;
  char a[count];
  a[count] = 1;
  return 0;
}
