// verdict: TRUE
// reason: x + 1 can be smaller than x
// why-wrong: x + 1 can be smaller than x
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x < 4294967295u && x + 1u < x) reach_error(); // wrong: if (x + 1u < x) reach_error();
  return 0;
}
