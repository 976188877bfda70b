// verdict: TRUE
// reason: a compound literal and va_arg evaluate the lengths in their types once
void reach_error(void) {}
int rows[2][2] = {{1, 2}, {3, 4}};
int next(int i, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, i);
  void *place = __builtin_va_arg(list, __typeof__(int(*)[++i]));
  __builtin_va_end(list);
  return place == rows ? i : -1;
}
int main(void) {
  int n = 1;
  int(**p)[2] = &(int(*)[++n]){rows};
  if (n != 2 || (**p)[1] != 2) reach_error();
  int third = (*(int(*[])[n++]){rows, rows + 1}[1])[0];
  if (n != 3 || third != 3) reach_error();
  (void)(int(*)[n--]){0};
  int same = __builtin_types_compatible_p(int(*)[n++], int *);
  if (n != 2 || same || next(1, rows) != 2) reach_error(); // wrong: if (n != 2 || same || next(1, rows) != 1) reach_error();
  return 0;
}
