// verdict: TRUE
// reason: the value of a statement expression is read behind its block
// checks: deref
static int twice(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += ({ int x = i; int *p = &x; *p; });
  }
  return s;
}
int main(void) { return twice(3); }
