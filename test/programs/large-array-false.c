// verdict: FALSE
// reason: arrays with many elements work by index
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
int big[1000];

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 1000;
  big[i] = 3;
  if (big[999] == 3 && !big[0]) reach_error();
  return 0;
}
