// verdict: UNKNOWN
// reason: whether a longer array lies where the shorter one of an earlier turn lay is open
extern void reach_error(void);

int main(void) {
  int *last = 0;
  for (int i = 0; i < 2; i++) {
    int numbers[2 * i + 1];
    if (last == numbers) reach_error();
    last = numbers;
  }
  return 0;
}
