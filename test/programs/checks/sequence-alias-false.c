// verdict: FALSE
// reason: two pointers lead to one object for some input
// checks: sequence
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[4] = {0, 0, 0, 0}, *p = &a[__VERIFIER_nondet_uint() & 3], *q = &a[1];
  *p = (*q)++;
  return 0;
}
