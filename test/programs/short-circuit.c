// verdict: TRUE
// reason: the right operand of && and || runs only when it counts
// why-wrong: the right operand of && and || runs only when it counts
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int n = 0, x = __VERIFIER_nondet_int();
  if (x && ++n) x = 1; // wrong: if (x == 5 || ++n) x = 1;
  if (!x && n) reach_error(); // wrong: if (n == 0) reach_error();
  return 0;
}
