// verdict: TRUE
// reason: a pointer may end behind its array
// checks: deref
int main(void) {
  int a[3] = {1, 2, 3};
  int *p = a;
  int s = 0;
  for (int i = 0; i < 3; i++) s += *p++;
  return s;
}
