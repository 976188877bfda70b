// verdict: TRUE
// reason: pointers into a block that realloc returned are as equal as their distances
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void reach_error(void);

int main(void) {
  int *numbers = malloc(sizeof *numbers);
  if (numbers == 0) return 0;
  numbers[0] = 1;
  int *more = realloc(numbers, 3 * sizeof *more);
  if (more == 0) return 0;
  numbers = more;
  numbers[1] = 2;
  numbers[2] = 3;
  int sum = 0;
  for (int *p = numbers; p != more + 3; p++) sum += *p;
  if (sum != 6 || numbers != more || more == numbers + 1) reach_error();
  return 0;
}
