// verdict: TRUE
// reason: complex integers are divided as GCC expands it
// why-wrong: a quotient of complex integers can be 7 - 3i
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
  if (x == -50 && (__real__ q != 7 || __imag__ q != -3) || __imag__ p != 2 * x - 147) reach_error(); // wrong: if (q == 7 - 3i) reach_error();
  return 0;
}
