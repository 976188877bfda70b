// verdict: TRUE
// reason: one bit stays one bit below the width
// why-wrong: one bit stays one bit below the width
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 32 && (1u << n) == 0) reach_error(); // wrong: if (n < 32 && (1u << n) == 65536) reach_error();
  return 0;
}
