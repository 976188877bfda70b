// verdict: FALSE
// reason: a compound literal ends with its block
// checks: deref
int main(void) {
  int *p = 0;
  {
    p = (int[]){1, 2};
    if (*p != 1) return 0;
  }
  return *p;
}
