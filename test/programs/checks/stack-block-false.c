// verdict: FALSE
// reason: a block of alloca after its function
// checks: deref
// native: the sanitiser does not see the end of such blocks
static int *make(int n) {
  int *p = __builtin_alloca(n * sizeof(int));
  for (int i = 0; i < n; i++) p[i] = i;
  return p;
}
int main(void) { return *make(3); }
