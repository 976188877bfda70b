// verdict: FALSE
// reason: a pointer to the first element of a matrix leads on from row to row
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int a[3][4];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *p = &a[0][0];
  a[1][1] = 7;
  if (n < 12 && p[n] == 7) reach_error();
  return 0;
}
