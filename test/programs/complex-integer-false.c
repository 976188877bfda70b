// verdict: FALSE
// reason: a quotient of complex integers can be 7 - 3i
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  _Complex int a, b;
  int x = __VERIFIER_nondet_int();
  __real__ a = x;
  __imag__ a = 21;
  __real__ b = -7;
  __imag__ b = 2;
  _Complex int q = a / b;
  _Complex int p = a * b;
  if (q == 7 - 3i) reach_error();
  return 0;
}
