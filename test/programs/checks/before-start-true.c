// verdict: TRUE
// reason: an index of -1 from the second element
// checks: deref
int main(void) {
  int a[2] = { 1, 2 };
  int *p = a + 1;
  volatile int i = -1;
  return p[i] != 1;
}
