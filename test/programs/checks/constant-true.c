// verdict: TRUE
// reason: a constant expression in a branch that is not taken, and in sizeof, is not evaluated
// checks: overflow
int main(void) {
  volatile int zero = 0;
  if (zero) { int x = 2147483647 + 1; return x; }
  return sizeof(2147483647 + 1) == 0;
}
