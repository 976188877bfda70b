// verdict: TRUE
// reason: a rotating bit stays one bit
// not-proved-by: ismc, dar, ai, houdini, impact
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char mask = 1;
  for (;;) {
    if (__VERIFIER_nondet_int()) mask = (unsigned char)(mask << 1 | mask >> 7);
    if (mask == 3) reach_error();
  }
}
