// verdict: TRUE
// reason: a rotating bit stays one bit as long as one counter is three times another
// not-proved-by: imc, ismc, dar, ai, houdini, ic3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int armed = 0;
  unsigned a = 0, b = 0;
  int fits = 1;
  unsigned char mask = 1;
  for (;;) {
    if (__VERIFIER_nondet_int()) { a += 3; b++; }
    if (__VERIFIER_nondet_int()) fits = a == 3 * b;
    if (__VERIFIER_nondet_int()) mask = (unsigned char)(mask << 1 | mask >> 7);
    if (armed && !fits) mask = 3;
    if (mask & (mask - 1)) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
