// verdict: UNKNOWN
// reason: a read outside an array gives any value; no run of the program shows it
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int a[4] = {0};
  unsigned i = __VERIFIER_nondet_uint();
  if (a[i] == 3) reach_error();
  return 0;
}
