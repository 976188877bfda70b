// faults: 7 deref
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int digits[4] = {0, 0, 0, 0};
  int value = __VERIFIER_nondet_int(), used = 0;
  while (value > 0 && used < 6) {
    digits[used++] = value % 10;
    value /= 10;
  }
  return digits[0];
}
