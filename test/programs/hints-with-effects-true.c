// verdict: TRUE
// reason: all arguments of hints to the compiler are evaluated
void reach_error(void) {}

int main(void) {
  int x = 3, y = 9, values[4] = {0};
  int z = __builtin_speculation_safe_value(x, y++);
  if (z != 3 || y != 10) reach_error();
  char *aligned = __builtin_assume_aligned(values, 4, (y += 2, 0));
  if (aligned != (char *)values || y != 12) reach_error();
  char *first = (char *)values, *last = first;
  __builtin___clear_cache(first++, last++);
  if (first != (char *)values + 1 || last != first) reach_error();
  return 0;
}
