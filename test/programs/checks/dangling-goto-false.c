// verdict: FALSE
// reason: a variable of a block that goto left
// checks: deref
int main(void) {
  int *p = 0;
  {
    int x = 1;
    p = &x;
    if (x) goto out;
  }
out:
  return *p;
}
