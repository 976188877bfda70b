// verdict: FALSE
// checks: wrap
// reason: the last turn decrements 0
// native: no sanitiser of GCC reports this
int main(void) {
  unsigned count = 3;
  while (count-- > 0) {
  }
  return 0;
}
