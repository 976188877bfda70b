// verdict: TRUE
// reason: the arguments of a variadic call are read in order
// why-wrong: a sum of variable arguments can be odd
typedef __builtin_va_list va_list;
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int sum(int count, ...) {
  va_list list;
  int total = 0;
  __builtin_va_start(list, count);
  for (int i = 0; i < count; i++) total += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return total;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int a = sum(3, x, 2, (short)x);
  int b = sum(1, x);
  if (x < 0 || x > 1000) return 0;
  if (a != 2 * b + 2) reach_error(); // wrong: if (a == 2 * b + 2 && b == 77) reach_error();
  return 0;
}
