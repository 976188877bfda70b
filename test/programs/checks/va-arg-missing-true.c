// verdict: TRUE
// reason: each argument that is taken was passed, also from a copy of the list and in another function
// checks: argument
typedef __builtin_va_list va_list;
struct pair { int first; long second; };
static int of_list(va_list list) { return __builtin_va_arg(list, int); }
static int all(int count, ...) {
  va_list list, again;
  __builtin_va_start(list, count);
  __builtin_va_copy(again, list);
  int value = of_list(list);
  if (count > 1) {
    value = __builtin_va_arg(again, int);
    value += (int)__builtin_va_arg(again, long double);
    value += __builtin_va_arg(again, struct pair).first;
    value += __builtin_va_arg(again, char *) == 0;
  }
  __builtin_va_end(again);
  __builtin_va_end(list);
  return value;
}
int main(void) {
  struct pair pair = {1, 2};
  return all(1, 5) + all(5, 5u, 2.0L, pair, 0L);
}
