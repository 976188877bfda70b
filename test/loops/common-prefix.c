// verdict: TRUE
// proved-by: houdini
// Two shifted indices stay below the length, since both passed their guards.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int a[1000];
int main(void) {
  int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000 || x < 0 || y < 0) return 0;
  int l = 0;
  while (x + l < n && y + l < n && a[x + l] == a[y + l]) l++;
  if (l > 0 && (x + l > n || y + l > n || x + l < 0)) reach_error();
  return 0;
}
