// faults: 7 overflow; 8 overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a < 0 || b < 0) return 0;
  int sum = a + b;
  return -(a - b - 1) == sum;
}
