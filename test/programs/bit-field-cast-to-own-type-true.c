// verdict: TRUE
// reason: bit-fields are calculated with by their width unless they are cast, also as the value of a statement expression
struct fields { unsigned small : 3; unsigned long wide : 40; long narrow : 40; };
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}

int main(void) {
  struct fields s;
  s.small = __VERIFIER_nondet_ulong();
  s.wide = __VERIFIER_nondet_ulong();
  s.narrow = __VERIFIER_nondet_ulong();
  if ((unsigned)s.small - 8 < 0 || s.small - 8 >= 0 || ({ s.small; }) - 8 >= 0) reach_error();
  if (s.wide << 8 >= 1ul << 40 || ({ s.wide; }) << 8 >= 1ul << 40 || (0, s.wide + 1) << 8 >= 1ul << 40) reach_error();
  if ((unsigned long)s.wide + 1 == 0 || (unsigned long)(s.wide + 1) > 1ul << 40) reach_error();
  if (s.narrow < 0 && (__builtin_expect(s.narrow, 0) << 23 & 1l << 62) == 0 && (s.narrow >> 39) != -1) reach_error();
  return 0;
}
