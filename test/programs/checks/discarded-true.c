// verdict: TRUE
// reason: a discarded sum and a discarded access are in range
// checks: overflow, deref
int main(void) {
  volatile int x = 2147483646;
  int a[2] = { 1, 2 };
  x + 1;
  (void)a[1];
  return 0;
}
