// verdict: TRUE
// reason: two pointers lead to different elements for every input
// checks: sequence
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[4] = {0, 0, 0, 0}, *p = &a[__VERIFIER_nondet_uint() & 1], *q = &a[2];
  *p = (*q)++;
  return 0;
}
