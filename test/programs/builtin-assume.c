// verdict: TRUE
// checks: unreachable
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 10;
  __builtin_assume(n < 10); // wrong: __builtin_assume(n < 9);
  return n;
}
