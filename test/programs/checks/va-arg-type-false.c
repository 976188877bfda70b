// verdict: FALSE
// reason: a structure is taken as one of the same members that is another type
// checks: argument
// native: no sanitiser of GCC reports this
typedef __builtin_va_list va_list;
struct point { int x, y; };
struct size { int width, height; };
static int width(int count, ...) {
  va_list list;
  __builtin_va_start(list, count);
  struct size size = __builtin_va_arg(list, struct size);
  __builtin_va_end(list);
  return size.width;
}
int main(void) {
  struct point point = {1, 2};
  return width(1, point) == 0;
}
