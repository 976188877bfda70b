// verdict: FALSE
// found-by: bmc
// The second loop takes less out than the first one puts in, as soon as there is anything.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), level = 0, put = 0, taken = 0;
  while (put < n) {
    put++;
    level += 3;
  }
  while (taken < n) {
    taken++;
    level -= 2;
  }
  if (level != 0) reach_error();
  return 0;
}
