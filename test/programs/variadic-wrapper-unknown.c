// verdict: UNKNOWN
// reason: a wrapper of the program passes its arguments on, which is not modelled
extern void reach_error(void);
int sum(int n, ...) { return n; }
extern inline __attribute__((always_inline, gnu_inline)) int wrapper(int n, ...) {
  return sum(n, __builtin_va_arg_pack());
}
int main(void) {
  if (wrapper(1, 5) != 1) reach_error();
  return 0;
}
