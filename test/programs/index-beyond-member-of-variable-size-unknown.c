// verdict: UNKNOWN
// reason: the length of a member of variable size bounds its indices, and what lies behind it is no part of it
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  struct { int a[n], b; } s;
  s.b = 7;
  for (int i = 0; i < n; i++) s.a[i] = 0;
  if (s.a[n] == 7) reach_error();
  return 0;
}
