// verdict: FALSE
// reason: a caller says that it passes more arguments than it does
// checks: argument
// native: no sanitiser of GCC reports this
typedef __builtin_va_list va_list;
int __VERIFIER_nondet_int(void);
static int last(int count, ...) {
  va_list list;
  int value = 0;
  __builtin_va_start(list, count);
  for (int i = 0; i < count; i++) value = __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return value;
}
int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > 3) return 0;
  return last(count, 1, 2) == 0;
}
