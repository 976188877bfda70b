// verdict: UNKNOWN
// reason: nothing is known of an argument that was not passed, and the call is undefined
void reach_error(void) {}
typedef __builtin_va_list va_list;
static int first(int count, ...) {
  va_list list;
  __builtin_va_start(list, count);
  int value = __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return value == value;
}
int main(void) {
  if (!first(0)) reach_error();
}
