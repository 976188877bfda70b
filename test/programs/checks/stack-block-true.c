// verdict: TRUE
// reason: a block of alloca in its function
// checks: deref
static int sum(int n) {
  int *p = __builtin_alloca(n * sizeof(int));
  int s = 0;
  for (int i = 0; i < n; i++) p[i] = i;
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}
int main(void) { return sum(3) == 3; }
