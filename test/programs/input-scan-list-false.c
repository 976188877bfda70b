// verdict: FALSE
// reason: a function that passes its arguments on reads the standard input by a format
extern int vscanf(const char *, __builtin_va_list);
void reach_error(void) {}
static int scan(int dummy, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, dummy);
  int r = vscanf("%d %f", list);
  __builtin_va_end(list);
  return r;
}
int main(void) {
  int a = 0;
  float b = 0;
  if (scan(1, &a, &b) == 2 && a == 3 && b == 4) reach_error();
  return 0;
}
