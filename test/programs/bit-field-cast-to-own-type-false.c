// verdict: FALSE
// reason: a cast gives a bit-field its declared type, which is unsigned and has all its bits
struct fields { unsigned small : 3; unsigned long wide : 40; };
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  struct fields s;
  s.small = __VERIFIER_nondet_ulong();
  s.wide = __VERIFIER_nondet_ulong();
  if ((unsigned)s.small - 8 < 0) abort();
  if ((unsigned long)s.wide << 8 == 0xffffffffff00 && (unsigned long)s.wide + 1 == 1ul << 40) reach_error();
  return 0;
}
