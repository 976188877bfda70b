// verdict: TRUE
// reason: goto back to a label in the block does not end its variables
// checks: deref
int main(void) {
  int turns = 0, s = 0;
  {
    int *p = 0;
  again:
    if (p) s += *p;
    int x = 1;
    p = &x;
    x = 2;
    if (turns++ < 1) goto again;
  }
  return s;
}
