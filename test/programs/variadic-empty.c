// verdict: TRUE
// reason: arguments behind an empty structure are found
// why-wrong: an empty structure among surplus arguments takes no place
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct empty {};
struct three {
  char bytes[3];
};

static int third(int count, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, count);
  struct empty none = __builtin_va_arg(list, struct empty);
  int number = __builtin_va_arg(list, int);
  struct three some = __builtin_va_arg(list, struct three);
  __builtin_va_end(list);
  (void)none;
  return number + some.bytes[2];
}

int main(void) {
  struct empty none;
  struct three some = { { 1, 2, 7 } };
  if (third(1, none, 5, some) != 12) reach_error(); // wrong: if (third(1, none, __VERIFIER_nondet_int(), some) == 12) reach_error();
  return 0;
}
