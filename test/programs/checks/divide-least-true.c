// verdict: TRUE
// reason: the least value divided by minus one in a branch that is not taken
// checks: overflow
int main(void) {
  volatile int least = -2147483647 - 1, minus = -1;
  if (minus != -1) return least / minus;
  return 0;
}
