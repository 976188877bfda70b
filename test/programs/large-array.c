// verdict: TRUE
// reason: arrays with many elements work by index
// why-wrong: arrays with many elements work by index
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
int big[1000];

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 1000, j = __VERIFIER_nondet_uint() % 1000; // wrong: unsigned i = __VERIFIER_nondet_uint() % 1000;
  big[i] = 3;
  big[j] = 4; // wrong: if (big[999] == 3 && !big[0]) reach_error();
  if (big[i] != 3 && i != j) reach_error(); // wrong:
  return 0;
}
