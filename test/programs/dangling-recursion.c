// verdict: UNKNOWN
// reason: of the activations of a recursive function those that have ended hold anything
extern void reach_error(void);
int *deepest(int n) {
  int mine = n;
  int *p = &mine;
  return n > 0 ? deepest(n - 1) : p;
}
int main(void) {
  int *p = deepest(3);
  if (*p != 0) reach_error();
  return 0;
}
