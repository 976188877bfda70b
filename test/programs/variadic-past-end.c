// verdict: TRUE
// reason: an argument that was not passed has any value, but the others keep theirs
// property: unreach-call
typedef __builtin_va_list va_list;
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int last(int count, ...) {
  va_list list;
  __builtin_va_start(list, count);
  int first = __builtin_va_arg(list, int);
  if (count > 1) (void)__builtin_va_arg(list, int);
  __builtin_va_end(list);
  return first;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (last(2, x) != x) reach_error();
  return 0;
}
