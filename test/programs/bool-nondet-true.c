// verdict: TRUE
// reason: a _Bool is 0 or 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  if (b != 0 && b != 1) reach_error();
  if (b + b + b == 2) reach_error();
  return 0;
}
