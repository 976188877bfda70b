// verdict: TRUE
// reason: the operand of sizeof is not evaluated
// checks: overflow, deref
int main(void) {
  volatile int x = 2147483647;
  int *p = 0;
  return sizeof(x + 1) + sizeof *p + sizeof p[3] != 12;
}
