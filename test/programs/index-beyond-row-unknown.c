// verdict: UNKNOWN
// reason: the next row is reached only by an index beyond the one before it, which C leaves undefined
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int a[30][40];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  a[3][0] = 7;
  if (n <= 40 && a[2][n] == 7) reach_error();
  return 0;
}
