// verdict: FALSE
// reason: the second argument of a hint is evaluated
void reach_error(void) {}

int main(void) {
  int x = 3, y = 9;
  if (__builtin_speculation_safe_value(x, y++) == 3 && y == 10) reach_error();
  return 0;
}
