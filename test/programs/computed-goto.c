// verdict: TRUE
// reason: labels as values in a table are jumped to
// why-wrong: a computed goto can take the first label
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  static void *const table[] = {&&first, &&second, &&third};
  unsigned i = __VERIFIER_nondet_int();
  int steps = 0;
  if (i > 2) return 0;
  void *next = table[i];
  goto *next;
first:
  steps += 4;
  next = &&third;
  goto *next;
second:
  steps += 2;
third:
  steps += 1;
  if (steps != (i == 0 ? 5 : i == 1 ? 3 : 1)) reach_error(); // wrong: if (steps == 5) reach_error();
  return 0;
}
