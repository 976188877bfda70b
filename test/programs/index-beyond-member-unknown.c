// verdict: UNKNOWN
// reason: what lies behind an inner array is reached only by an index beyond it, which C leaves undefined
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct s { int a[4], b; } s;

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  s.b = 7;
  if (n <= 4 && s.a[n] == 7) reach_error();
  return 0;
}
