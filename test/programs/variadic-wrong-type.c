// verdict: UNKNOWN
// reason: a double taken as an int is undefined and may be anything
typedef __builtin_va_list va_list;
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int first(int count, ...) {
  va_list list;
  __builtin_va_start(list, count);
  int value = __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return value;
}

int main(void) {
  if (first(1, 1.0) == 5) reach_error();
  return 0;
}
