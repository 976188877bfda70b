// verdict: FALSE
// reason: an array of variable length need not lie where the one of an earlier turn lay
extern void reach_error(void);

int main(void) {
  int *last = 0;
  for (int i = 0; i < 2; i++) {
    int numbers[2 * i + 1];
    if (last != 0 && last != numbers) reach_error();
    last = numbers;
  }
  return 0;
}
