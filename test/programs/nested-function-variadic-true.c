// verdict: TRUE
// reason: a nested function with any number of arguments, old-style parameters, and names that hide those outside
extern void reach_error(void);
int main(void) {
  int first = 1, x = 10;
  int pick(int n, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, n);
    int got = 0;
    for (; n > 0; n--) got = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return got + first;
  }
  int old(x) int x; { return x + first; }
  int shadow(int first) {
    int x = first;
    return x;
  }
  if (pick(2, 5, 7) != 8 || old(4) != 5 || shadow(3) != 3 || x != 10) reach_error();
  return 0;
}
