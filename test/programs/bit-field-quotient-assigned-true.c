// verdict: TRUE
// reason: quotients and remainders of wide bit-fields that are assigned are those of the width
struct fields { unsigned long wide : 40; unsigned long odd : 33; };
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}

int main(void) {
  struct fields s, *p = &s;
  s.wide = __VERIFIER_nondet_ulong();
  unsigned long before = s.wide;
  p->wide %= -1;
  if (s.wide != (before == 0xffffffffff ? 0 : before)) reach_error();
  s.odd = 4;
  int i = -8;
  i /= s.odd;
  if (i != 0x7ffffffe) reach_error();
  return 0;
}
