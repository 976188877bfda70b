// verdict: FALSE
// reason: an array of variable length may lie where the one of an earlier turn lay
extern void reach_error(void);

int main(void) {
  int length = 2;
  int *last = 0;
  for (int i = 0; i < 2; i++) {
    int numbers[length];
    if (last == numbers) reach_error();
    last = numbers;
  }
  return 0;
}
