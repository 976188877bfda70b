// verdict: TRUE
// reason: an empty array is declared, and its address is compared
// checks: deref
int main(void) {
  volatile int n = 0;
  int count = n;
  char a[count + 1];
  char *end = a + count;
  a[0] = 1;
  for (char *p = a; p < end; p++) *p = 0;
  return a[0] != 1;
}
