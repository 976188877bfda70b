// verdict: UNKNOWN
// reason: an array of variable length ends with its last element
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int changed(unsigned n, unsigned i) {
  int a[n], v = 0;
  a[i] = 1;
  return v;
}
int main(void) {
  if (changed(4, __VERIFIER_nondet_uint() % 5) != 0) reach_error();
  return 0;
}
