// verdict: TRUE
// reason: a _Bool is 0 or 1
// why-wrong: a _Bool is 0 or 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  _Bool b = __VERIFIER_nondet_bool(); // wrong: _Bool b = 4;
  if (b != 0 && b != 1) reach_error(); // wrong: b = b + __VERIFIER_nondet_bool();
  if (b + b + b == 2) reach_error(); // wrong: if (b == 1) reach_error();
  return 0;
}
