// verdict: TRUE
// reason: what has come around a ring is greater than all that it passed, so that one node alone is elected
// not-proved-by: imc, ismc, dar, houdini, ai, predabs, impact
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
  if (a == b || b == c || a == c) return 0;
  unsigned from_a = a, from_b = b, from_c = c;
  _Bool leads_a = 0, leads_b = 0, leads_c = 0;
  for (;;) {
    if (__VERIFIER_nondet_int()) { if (from_c > a) from_a = from_c; else if (from_c == a) leads_a = 1; }
    else if (__VERIFIER_nondet_int()) { if (from_a > b) from_b = from_a; else if (from_a == b) leads_b = 1; }
    else { if (from_b > c) from_c = from_b; else if (from_b == c) leads_c = 1; }
    if (leads_a + leads_b + leads_c > 1) reach_error();
  }
}
