// verdict: TRUE
// reason: a function that passes its arguments on stores as many numbers as it says
extern int vscanf(const char *, __builtin_va_list);
void reach_error(void) {}
static int scan(int dummy, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, dummy);
  int r = vscanf("%d", list);
  __builtin_va_end(list);
  return r;
}
int main(void) {
  int a = 7;
  if (scan(1, &a) == 0 && a != 7) reach_error();
  return 0;
}
