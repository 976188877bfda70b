// verdict: TRUE
// reason: a pointer to one of two variables writes exactly one of them
// why-wrong: a pointer to one of two variables writes exactly one of them
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int a = 1, b = 2;
  int c = __VERIFIER_nondet_int(); // wrong: int *p = __VERIFIER_nondet_int() ? &a : &b;
  int *p = c ? &a : &b; // wrong:
  *p = 5;
  if (c ? a != 5 || b != 2 : a != 1 || b != 5) reach_error(); // wrong: if (a == 1 && b == 5) reach_error();
  return 0;
}
