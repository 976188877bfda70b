// verdict: FALSE
// reason: a read behind an array whose value nothing uses
// checks: deref
// native: GCC leaves the read out
int main(void) {
  int a[3] = {1, 2, 3};
  int *p = a;
  int s = 0;
  for (int i = 0; i < 3; i++) s += *p++;
  *p; // the value is not used
  return s;
}
