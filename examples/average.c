// Expected: FALSE. The mean of two ints lies between them, unless their sum overflows.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int mean(int low, int high) {
  return (low + high) / 2;
}

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) return 0;
  int middle = mean(low, high);
  if (middle < low || middle > high) reach_error();
  return 0;
}
