// verdict: FALSE
// checks: uninitialised
// reason: the variable of the block loses its value in each turn
// native: no sanitiser of GCC reports this
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int number;
    if (i == 0) number = 1;
    sum += number;
  }
  return sum;
}
