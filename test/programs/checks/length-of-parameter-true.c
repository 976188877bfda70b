// verdict: TRUE
// checks: deref
// reason: the length of a parameter's own array counts for nothing, so that a function may refuse a negative one
static int sum(int n, const unsigned char a[n]) {
  int s = 0;
  for (int i = 0; i < 3 && i < n; i++) s += a[i];
  return s;
}
int main(void) {
  unsigned char a[3] = { 1, 2, 3 };
  return sum(-1, a) + sum(0, a) + sum(3, a);
}
