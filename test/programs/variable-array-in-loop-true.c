// verdict: TRUE
// reason: within a turn, pointers into an array of variable length are as equal as their distances
extern void reach_error(void);

int main(void) {
  int length = 2, sum = 0;
  int *last = 0;
  for (int i = 0; i < 2; i++) {
    int numbers[length];
    last = numbers;
    for (int *p = last; p != numbers + length; p++) *p = i;
    if (last != numbers) reach_error();
    sum += numbers[1];
  }
  if (sum != 1) reach_error();
  return 0;
}
