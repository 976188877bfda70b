// verdict: TRUE
// reason: what is read outside of an object does not matter
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int a[2];
int main(void) {
  int read = a[__VERIFIER_nondet_uint() % 3];
  int v = read & 1;
  if (v > 1) reach_error();
  return 0;
}
