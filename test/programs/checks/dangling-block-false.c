// verdict: FALSE
// reason: a variable of a block that break left
// checks: deref
int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    p = &x;
    if (*p == 1) break;
  }
  return *p;
}
