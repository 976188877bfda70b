// verdict: FALSE
// reason: the builtin is reached for a number below zero
// checks: unreachable
int main(void) {
  volatile int x = -1;
  if (x < 0) __builtin_unreachable();
  return x;
}
