// verdict: FALSE
// reason: a wide bit-field is divided in its width: -1 becomes 2^40 - 1
struct fields { unsigned long wide : 40; };
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  struct fields s;
  int divisor = __VERIFIER_nondet_int();
  s.wide = __VERIFIER_nondet_ulong();
  if (divisor >= 0) return 0;
  s.wide /= divisor;
  if (s.wide == 1) reach_error();
  return 0;
}
