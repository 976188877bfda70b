// verdict: TRUE
// reason: a write at an unknown index changes that element and no other
// why-wrong: a write at an unknown index changes that element and no other
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int a[8] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8; // wrong: unsigned i = __VERIFIER_nondet_uint() % 8;
  a[i] = 1;
  if (i != j && a[j] != 0) reach_error(); // wrong: if (a[5] == 1) reach_error();
  return 0;
}
